import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { editPath } from '#contracts/paths.ts';
import { $account } from '#stores/account/account.ts';
import type { ActionName, ActionRequest } from '#stores/moderation/actions.ts';
import { $moderatedThread, hasForumRight, mayPerform } from '#stores/moderation/moderator-view.ts';
import { Menu, MenuButton, MenuLink, MenuSeparator } from '../components/Menu.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { $dialog } from './dialog-store.ts';
import { loadDialogs } from './load-dialogs.ts';
import { ModerateIcon } from './ModerateIcon.tsx';
import type { ModerationTarget } from './menu-slot.tsx';
import { $selectedIds } from './selection-store.ts';

interface ItemProps {
  order: ActionRequest;
  danger?: boolean;
}

/** An act that is asked about before it is done. */
function ActionItem({ order, danger = false }: ItemProps) {
  const { t } = useTexts();
  const text = t(`moderation.act.${order.action}`);
  return (
    <MenuButton onClick={() => $dialog.set({ order })}>
      {danger ? <span className="danger">{text}</span> : text}
    </MenuButton>
  );
}

/**
 * Marks of the thread: what there is to give, or to take back. Who began it says below it whether
 * it is resolved.
 */
function ThreadMarkItems({ id, isOwn }: { id: number; isOwn: boolean }) {
  const thread = useStore($moderatedThread);
  if (!thread) return null;
  const items: [on: boolean, act: ActionName, back: ActionName, may: boolean][] = [
    [thread.is_top_forum > 0, 'pin', 'unpin', mayPerform('pin')],
    [thread.top > 0, 'pinEverywhere', 'unpinEverywhere', thread.everywhere],
    [thread.is_digest_forum > 0, 'digest', 'undigest', mayPerform('digest')],
    [
      thread.is_digest > 0,
      'digestEverywhere',
      'undigestEverywhere',
      mayPerform('digestEverywhere'),
    ],
    [thread.is_resolved > 0, 'resolve', 'unresolve', mayPerform('resolve') && !isOwn],
    [thread.is_closed > 0, 'close', 'open', mayPerform('close')],
  ];
  return items.map(
    ([on, act, back, may]) =>
      may && (
        <ActionItem key={act} order={{ action: on ? back : act, kind: 'thread', ids: [id] }} />
      ),
  );
}

/** What may be done with a thread, a reply or a comment, and with who wrote it. */
export function ModerateTargetMenu({
  kind,
  id,
  authorId,
  onEdit,
  label,
}: ModerationTarget & { label: string }) {
  const { t, root } = useTexts();
  useEffect(() => void loadDialogs().catch(() => undefined), []);
  const readerId = useStore($account)?.id;
  const order = (action: ActionName): ActionRequest => ({ action, kind, ids: [id] });
  const own = readerId === authorId;
  const trigger = (
    <button type="button" className="moderate" data-act="moderate" aria-label={label}>
      <ModerateIcon />
    </button>
  );
  const occasion = {
    userId: authorId,
    ...(kind === 'thread'
      ? { threadId: id }
      : kind === 'reply'
        ? { postId: id }
        : { commentId: id }),
  };
  return (
    <Menu trigger={trigger} container={document.querySelector('#main')} open>
      {hasForumRight('thread.edit') && !own && kind === 'thread' && (
        <MenuLink href={editPath(root, id)}>{t('moderation.act.edit')}</MenuLink>
      )}
      {hasForumRight('thread.edit') && !own && onEdit && (
        <MenuButton onClick={onEdit}>{t('moderation.act.edit')}</MenuButton>
      )}
      {kind === 'thread' && <ThreadMarkItems id={id} isOwn={own} />}
      {kind === 'thread' && mayPerform('move') && (
        <>
          <MenuSeparator />
          <ActionItem order={order('move')} />
          <ActionItem order={order('merge')} />
        </>
      )}
      {kind === 'thread' && (
        <MenuButton onClick={() => $selectedIds.set(new Set())}>
          {t('moderation.chooseReplies')}
        </MenuButton>
      )}
      {kind === 'reply' && mayPerform('feature') && (
        <ActionItem
          order={order($moderatedThread.get()?.featured.includes(id) ? 'unfeature' : 'feature')}
        />
      )}
      {kind === 'reply' && mayPerform('split') && <ActionItem order={order('split')} />}
      {mayPerform('delete') && (
        <>
          <MenuSeparator />
          <ActionItem order={order('hide')} />
          <ActionItem order={order('delete')} danger />
        </>
      )}
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
              ban: { userId: authorId, from: mayPerform('delete') ? order('delete') : undefined },
            })
          }
        >
          {t('moderation.act.ban')}
        </MenuButton>
      )}
    </Menu>
  );
}
