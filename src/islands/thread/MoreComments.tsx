import { useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { LIMIT_MAX } from '#contracts/limits.ts';
import { userPath } from '#contracts/paths.ts';
import type { CommentWire } from '#contracts/wire/thread.ts';
import { call } from '#stores/api.ts';
import { report } from '#stores/tips.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Slot } from '../ui/Slot.tsx';
import { Time } from '../ui/Time.tsx';
import { useTexts } from '../ui/text.ts';
import { UserHtml } from '../ui/UserHtml.tsx';

interface CommentsReply {
  data: CommentWire[];
  total_count: number;
}

async function readComments(postId: number): Promise<CommentWire[]> {
  const all: CommentWire[] = [];
  for (let offset = 0; ; offset++) {
    const { data, total_count } = await call<CommentsReply>('/v1/thread/post/comment', { query: { post_id: postId, offset, limit: LIMIT_MAX } });
    all.push(...data);
    if (all.length >= total_count || data.length === 0) return all;
  }
}

function Comment({ comment }: { comment: CommentWire }) {
  const { t, lang } = useTexts();
  const { user } = comment;
  return (
    <li>
      <Avatar person={user} size={24} />
      <div>
        <a className="name hover" href={userPath(lang, user.id)}>
          {user.nickname}
        </a>{' '}
        {comment.deleted_at ? <span className="meta">{t('thread.withheld.deleted')}</span> : <UserHtml html={comment.message} className="said" />}{' '}
        <span className="meta">
          <Time at={comment.created_at} />
        </span>
      </div>
    </li>
  );
}

interface Props {
  postId: number;
  /** The list's last item, which holds the button. */
  item: HTMLLIElement;
}

/** Brings the comments of a reply that its page doesn't have. */
export function MoreComments({ postId, item }: Props) {
  // The list and the button's words, with their number, were printed; they don't change.
  const [{ list, label, shown }] = useState(() => ({ list: item.parentElement as Element, label: item.textContent?.trim() ?? '', shown: (item.parentElement?.childElementCount ?? 1) - 1 }));
  const [comments, setComments] = useState<CommentWire[]>();
  const [busy, setBusy] = useState(false);
  useLayoutEffect(() => {
    if (!comments) return;
    const held = item.contains(document.activeElement);
    item.remove();
    if (held) list.children[shown]?.querySelector<HTMLElement>('.name')?.focus({ preventScroll: true });
  }, [comments, item, list, shown]);
  const show = () => {
    setBusy(true);
    readComments(postId).then(
      (all) => setComments(all.slice(shown)),
      (error: unknown) => {
        setBusy(false);
        report(error);
      },
    );
  };
  return (
    <>
      <Slot at={item}>
        <button className="more" type="button" data-act="comments" aria-busy={busy} onClick={busy ? undefined : show}>
          {label}
        </button>
      </Slot>
      {comments &&
        createPortal(
          comments.map((comment) => <Comment key={comment.id} comment={comment} />),
          list,
        )}
    </>
  );
}
