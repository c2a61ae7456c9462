import { useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { LoadedComment } from '#client/thread/comment-from-wire.ts';
import { EditedMark } from '../components/Comment.tsx';
import { ReplacePortal } from '../components/ReplacePortal.tsx';
import { SlotPortal } from '../components/SlotPortal.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import {
  CommentActions,
  CommentFormSlot,
  CommentText,
  DrawnComment,
  MoreCommentsButton,
  newerComments,
  useCommentEditor,
  useComments,
} from './Comments.tsx';
import type { PublishedComment as Published, PublishedReply } from './published-page.ts';
import { willLoseFocus } from './will-lose-focus.ts';

/** Adds a list of comments to a reply without one. */
function useCommentList(
  { list, article }: PublishedReply,
  label: string,
  wanted: boolean,
): Element {
  const [own] = useState(() => {
    if (list) return list;
    const made = document.createElement('ul');
    made.className = 'comments';
    made.ariaLabel = label;
    return made;
  });
  useLayoutEffect(() => {
    if (list || !wanted) return undefined;
    article.querySelector(':scope > .acts')?.after(own);
    return () => own.remove();
  }, [list, wanted, article, own]);
  return own;
}

/** The buttons of a published comment, and its text after an edit. Hides a deleted one. */
function PublishedComment({
  reply,
  comment,
  now,
  isRemoved,
}: {
  reply: PublishedReply;
  comment: Published;
  /** The comment after an edit on this page. */
  now: LoadedComment | undefined;
  isRemoved: boolean;
}) {
  const { t } = useTexts();
  const { isEditing, edit, done } = useCommentEditor(comment.id);
  const { said, likes } = comment;
  useLayoutEffect(() => {
    if (likes) likes.hidden = true; // the buttons show the number
    return () => {
      if (likes) likes.hidden = false;
    };
  }, [likes]);
  useLayoutEffect(() => {
    if (!isRemoved) return;
    const held = willLoseFocus(comment.item);
    comment.item.remove();
    if (held)
      reply.article
        .querySelector<HTMLElement>('[data-act="comment"]')
        ?.focus({ preventScroll: true });
  }, [isRemoved, comment, reply]);
  if (isRemoved) return null;
  return (
    <>
      {said && (isEditing || now) && (
        <ReplacePortal element={said}>
          <CommentText
            postId={reply.id}
            id={comment.id}
            html={now?.html ?? said.innerHTML}
            isEditing={isEditing}
            onDone={done}
          />
        </ReplacePortal>
      )}
      {createPortal(
        <>
          {now?.editedAt && !comment.isEdited && <EditedMark at={now.editedAt} />}
          {now && !now.checked && <span className="held">{t('comment.held')}</span>}
          <CommentActions postId={reply.id} replyKey={reply.key} comment={comment} onEdit={edit} />
        </>,
        comment.meta,
      )}
    </>
  );
}

/** The comments under a published reply, followed by newer ones. */
export function PublishedComments({ reply }: { reply: PublishedReply }) {
  const { t } = useTexts();
  const comments = useComments(reply.id);
  const { moreComments: item } = reply;
  // the published label includes the number and doesn't change
  const [label] = useState(() => item?.textContent?.trim() ?? '');
  const newer = newerComments(comments, reply.comments.length);
  const list = useCommentList(
    reply,
    t('thread.comments', { name: reply.nickname }),
    newer.length > 0,
  );
  const hasAll = comments.all !== undefined;
  useLayoutEffect(() => {
    if (!hasAll || !item) return;
    const held = item.contains(document.activeElement);
    item.remove();
    if (held)
      list.children[reply.comments.length]
        ?.querySelector<HTMLElement>('.name')
        ?.focus({ preventScroll: true });
  }, [hasAll, item, list, reply]);
  return (
    <>
      {reply.comments.map((comment) => (
        <PublishedComment
          key={comment.id}
          reply={reply}
          comment={comment}
          now={comments.edited.find(({ id }) => id === comment.id)}
          isRemoved={comments.removedIds.includes(comment.id)}
        />
      ))}
      {item && !hasAll && (
        <SlotPortal at={item}>
          <MoreCommentsButton postId={reply.id} label={label} />
        </SlotPortal>
      )}
      {createPortal(
        newer.map((comment) => (
          <DrawnComment key={comment.id} postId={reply.id} replyKey={reply.key} comment={comment} />
        )),
        list,
      )}
      {createPortal(<CommentFormSlot postId={reply.id} replyKey={reply.key} />, reply.article)}
    </>
  );
}
