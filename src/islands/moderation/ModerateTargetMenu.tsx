import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import { $account } from '#client/account/account.ts';
import type { ActionRequest } from '#client/moderation/actions.ts';
import {
  $moderatedThread,
  $selectedIds,
  hasForumRight,
  type ModeratedThread,
  mayPerform,
} from '#client/moderation/moderator-view.ts';
import {
  type ActionGroup,
  type ActionName,
  getAction,
  menuActions,
  type PageTargetKind,
} from '#contracts/moderation-actions.ts';
import { editPath } from '#contracts/paths.ts';
import { Menu, MenuButton, MenuLink, MenuSeparator } from '../components/Menu.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { $dialog } from './dialog-store.ts';
import { loadDialogs } from './load-dialogs.ts';
import { ModerateIcon } from './ModerateIcon.tsx';
import type { ModerationTarget } from './menu-slot.tsx';

function ActionItem({ order }: { order: ActionRequest }) {
  const { t } = useTexts();
  const text = t(`moderation.act.${order.action}`);
  return (
    <MenuButton onClick={() => $dialog.set({ order })}>
      {order.action === 'delete' ? <span className="danger">{text}</span> : text}
    </MenuButton>
  );
}

function hasMark(thread: ModeratedThread, id: number, field: string): boolean {
  if (field === 'featured') return thread.featured.includes(id);
  return Number(thread[field as keyof ModeratedThread]) > 0;
}

interface GroupProps {
  kind: PageTargetKind;
  id: number;
  group: ActionGroup;
  isOwn: boolean;
}

/** A group's actions that the reader may perform and that would change the target's marks. */
function useMenuActions({ kind, id, group, isOwn }: GroupProps): ActionName[] {
  const thread = useStore($moderatedThread);
  return menuActions(kind, group).filter((name) => {
    const { mark, isForOthers } = getAction(name);
    if (!mayPerform(name, kind) || (isForOthers && isOwn)) return false;
    return (
      !mark || (thread !== undefined && hasMark(thread, id, mark.field) !== (mark.value === 1))
    );
  });
}

function ActionItems(props: GroupProps & { hasSeparator?: boolean }) {
  const { kind, id, hasSeparator = false } = props;
  const actions = useMenuActions(props);
  return (
    <>
      {hasSeparator && actions.length > 0 && <MenuSeparator />}
      {actions.map((action) => (
        <ActionItem key={action} order={{ action, kind, ids: [id] }} />
      ))}
    </>
  );
}

interface OpenMenuProps {
  className: string;
  label: string;
  children: ReactNode;
}

/** Opens on mount, and fetches the dialogs of its items. */
function OpenMenu({ className, label, children }: OpenMenuProps) {
  useEffect(() => void loadDialogs().catch(() => undefined), []);
  const trigger = (
    <button type="button" className={className} data-act="moderate" aria-label={label}>
      <ModerateIcon />
    </button>
  );
  return (
    <Menu trigger={trigger} container={document.querySelector('#main')} open>
      {children}
    </Menu>
  );
}

/** The parameter of a warning for each kind of target. */
const OCCASION_IDS = { thread: 'threadId', reply: 'postId', comment: 'commentId' } as const;

/** The moderators' menu of a thread, reply or comment and its author. */
export function ModerateTargetMenu({
  kind,
  id,
  authorId,
  onEdit,
  label,
}: ModerationTarget & { label: string }) {
  const { t, root } = useTexts();
  const readerId = useStore($account)?.id;
  const own = readerId === authorId;
  const target = { kind, id, isOwn: own };
  const occasion = { userId: authorId, [OCCASION_IDS[kind]]: id };
  return (
    <OpenMenu className="moderate" label={label}>
      {hasForumRight('thread.edit') && !own && kind === 'thread' && (
        <MenuLink href={editPath(root, id)}>{t('moderation.act.edit')}</MenuLink>
      )}
      {hasForumRight('thread.edit') && !own && onEdit && (
        <MenuButton onClick={onEdit}>{t('moderation.act.edit')}</MenuButton>
      )}
      <ActionItems {...target} group="state" />
      <ActionItems {...target} group="location" hasSeparator />
      {kind === 'thread' && (
        <MenuButton onClick={() => $selectedIds.set(new Set())}>
          {t('moderation.chooseReplies')}
        </MenuButton>
      )}
      <ActionItems {...target} group="removal" hasSeparator />
      {!own && (hasForumRight('user.warn') || hasForumRight('user.ban')) && <MenuSeparator />}
      {!own && hasForumRight('user.warn') && (
        <MenuButton onClick={() => $dialog.set({ warn: occasion })}>
          {t('moderation.act.warn')}
        </MenuButton>
      )}
      {!own && hasForumRight('user.ban') && (
        <MenuButton
          onClick={() =>
            $dialog.set({
              ban: {
                userId: authorId,
                from: mayPerform('delete', kind)
                  ? { action: 'delete', kind, ids: [id] }
                  : undefined,
              },
            })
          }
        >
          {t('moderation.act.ban')}
        </MenuButton>
      )}
    </OpenMenu>
  );
}

export function ModerateUserMenu({ userId, label }: { userId: number; label: string }) {
  const { t } = useTexts();
  return (
    <OpenMenu className="tool moderate" label={label}>
      <MenuButton onClick={() => $dialog.set({ ban: { userId } })}>
        {t('moderation.ban.item')}
      </MenuButton>
      <MenuButton onClick={() => $dialog.set({ warn: { userId } })}>
        {t('moderation.warn.item')}
      </MenuButton>
    </OpenMenu>
  );
}
