import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { editPath } from '#contracts/paths.ts';
import { $account } from '#stores/account.ts';
import type { ActName, Order } from '#stores/moderation/acts.ts';
import { $thread, mayHere, mayPerform } from '#stores/moderation/place.ts';
import { Menu, MenuButton, MenuLine, MenuLink } from '../ui/Menu.tsx';
import { useTexts } from '../ui/text.ts';
import { $asking, loadDialogs } from './asking.ts';
import { Shield } from './Shield.tsx';
import { $selected } from './selection.ts';
import type { Target } from './Tools.tsx';

interface ItemProps {
  order: Order;
  danger?: boolean;
}

/** An act that is asked about before it is done. */
function Item({ order, danger = false }: ItemProps) {
  const { t } = useTexts();
  const text = t(`moderation.act.${order.act}`);
  return (
    <MenuButton onClick={() => $asking.set({ order })}>
      {danger ? <span className="danger">{text}</span> : text}
    </MenuButton>
  );
}

/**
 * Marks of the thread: what there is to give, or to take back. Who began it says below it whether
 * it is resolved.
 */
function Marks({ id, own }: { id: number; own: boolean }) {
  const thread = useStore($thread);
  if (!thread) return null;
  const items: [on: boolean, act: ActName, back: ActName, may: boolean][] = [
    [thread.is_top_forum > 0, 'pin', 'unpin', mayPerform('pin')],
    [thread.top > 0, 'pinEverywhere', 'unpinEverywhere', thread.everywhere],
    [thread.is_digest_forum > 0, 'digest', 'undigest', mayPerform('digest')],
    [
      thread.is_digest > 0,
      'digestEverywhere',
      'undigestEverywhere',
      mayPerform('digestEverywhere'),
    ],
    [thread.is_resolved > 0, 'resolve', 'unresolve', mayPerform('resolve') && !own],
    [thread.is_closed > 0, 'close', 'open', mayPerform('close')],
  ];
  return items.map(
    ([on, act, back, may]) =>
      may && <Item key={act} order={{ act: on ? back : act, kind: 'thread', ids: [id] }} />,
  );
}

/** What may be done with a thread, a reply or a comment, and with who wrote it. */
export function TargetMenu({ kind, id, authorId, onEdit, label }: Target & { label: string }) {
  const { t, root } = useTexts();
  useEffect(() => void loadDialogs().catch(() => undefined), []);
  const reader = useStore($account)?.id;
  const order = (act: ActName): Order => ({ act, kind, ids: [id] });
  const own = reader === authorId;
  const trigger = (
    <button type="button" className="moderate" data-act="moderate" aria-label={label}>
      <Shield />
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
      {mayHere('thread.edit') && !own && kind === 'thread' && (
        <MenuLink href={editPath(root, id)}>{t('moderation.act.edit')}</MenuLink>
      )}
      {mayHere('thread.edit') && !own && onEdit && (
        <MenuButton onClick={onEdit}>{t('moderation.act.edit')}</MenuButton>
      )}
      {kind === 'thread' && <Marks id={id} own={own} />}
      {kind === 'thread' && mayPerform('move') && (
        <>
          <MenuLine />
          <Item order={order('move')} />
          <Item order={order('merge')} />
        </>
      )}
      {kind === 'thread' && (
        <MenuButton onClick={() => $selected.set(new Set())}>
          {t('moderation.chooseReplies')}
        </MenuButton>
      )}
      {kind === 'reply' && mayPerform('feature') && (
        <Item order={order($thread.get()?.featured.includes(id) ? 'unfeature' : 'feature')} />
      )}
      {kind === 'reply' && mayPerform('split') && <Item order={order('split')} />}
      {mayPerform('delete') && (
        <>
          <MenuLine />
          <Item order={order('hide')} />
          <Item order={order('delete')} danger />
        </>
      )}
      {!own && (mayHere('user.warn') || mayHere('user.ban')) && <MenuLine />}
      {!own && mayHere('user.warn') && (
        <MenuButton onClick={() => $asking.set({ warn: occasion })}>
          {t('moderation.act.warn')}
        </MenuButton>
      )}
      {!own && mayHere('user.ban') && (
        <MenuButton
          onClick={() =>
            $asking.set({
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
