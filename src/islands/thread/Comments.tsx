import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { $account } from '#client/account/account.ts';
import { showErrorToast } from '#client/core/toasts.ts';
import type { LoadedComment } from '#client/thread/comment-from-wire.ts';
import {
  $commentForm,
  $comments,
  type CommentChanges,
  deleteComment,
  loadComments,
  NO_CHANGES,
  readSavedComment,
  saveComment,
} from '#client/thread/comments.ts';
import { initReaction, markAsOwn } from '#client/thread/reactions.ts';
import { $reported } from '#client/thread/report.ts';
import { COMMENT_EDIT_SECONDS } from '#contracts/limits.ts';
import { formatNumber } from '#i18n/format.ts';
import { BannedGate } from '../account/BannedGate.tsx';
import { Comment, CommentLikes, CommentList } from '../components/Comment.tsx';
import { Icon } from '../components/Icon.tsx';
import { ReportMenu } from '../components/ReportMenu.tsx';
import { UserHtml } from '../components/UserHtml.tsx';
import { useLazyComponent } from '../hooks/use-lazy-component.ts';
import { useReaction } from '../hooks/use-reaction.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { ModerateMenuSlot } from '../moderation/menu-slot.tsx';
import { isComposing } from '../page/is-composing.ts';
import { isSendKey } from '../page/is-send-key.ts';
import { useOpenCommentForm } from './ReplyActions.tsx';
import { useThread } from './thread-context.ts';

const loadCommentForm = () => import('./CommentForm.tsx');
const EditComment = lazy(() => import('./EditComment.tsx'));
const Confirm = lazy(() =>
  import('../components/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

/** The position of comments: a featured reply is twice on its page. */
export interface CommentPosition {
  postId: number;
  replyKey: string;
}

/** The comments that the published page lacks, and their state. */
export const useComments = (postId: number): CommentChanges =>
  useStore($comments, { keys: [postId] })[postId] ?? NO_CHANGES;

interface CommentActionsProps extends CommentPosition {
  comment: { id: number; authorId: number; nickname: string; createdAt: Date; likesCnt: number };
  onEdit(): void;
}

/** Whether a comment is recent enough to edit; re-renders when that ends. */
function useIsEditable(createdAt: Date): boolean {
  const leftMs = createdAt.getTime() + COMMENT_EDIT_SECONDS * 1_000 - Date.now();
  const [, setOver] = useState(false);
  useEffect(() => {
    const timer = leftMs > 0 ? setTimeout(setOver, leftMs, true) : undefined;
    return () => clearTimeout(timer);
  }, [leftMs]);
  return leftMs > 0;
}

function OwnCommentActions({ postId, comment, onEdit }: Omit<CommentActionsProps, 'replyKey'>) {
  const { t } = useTexts();
  const { closed } = useThread();
  const isEditable = useIsEditable(comment.createdAt);
  const [asking, setAsking] = useState(false);
  return (
    <>
      {isEditable && !closed && (
        <button type="button" data-act="edit-comment" onClick={onEdit}>
          {t('thread.edit')}
        </button>
      )}
      <button type="button" data-act="delete-comment" onClick={() => setAsking(true)}>
        {t('thread.delete')}
      </button>
      {asking && (
        <Suspense>
          <Confirm
            title={t('comment.delete')}
            text={t('comment.deleteText')}
            action={t('thread.delete')}
            onSubmit={() => deleteComment(postId, comment.id)}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  );
}

function LikeCommentButton({ id, likesCnt }: { id: number; likesCnt: number }) {
  const { t, lang } = useTexts();
  useState(() => initReaction('like-comment', id, likesCnt));
  const { on, count, press } = useReaction('like-comment', id);
  const number = count > 0 && formatNumber(lang, count);
  return (
    <button
      type="button"
      data-act="like-comment"
      translate="no"
      aria-pressed={on}
      aria-label={number ? `${t('thread.like')} ${number}` : t('thread.like')}
      onClick={press}
    >
      <Icon name="like" />
      {number}
    </button>
  );
}

/** The member's buttons of a comment: like, answer, report; edit and delete for their own. */
export function CommentActions({ postId, replyKey, comment, onEdit }: CommentActionsProps) {
  const { t } = useTexts();
  const reader = useStore($account)?.id;
  const { closed } = useThread();
  const answer = useOpenCommentForm(replyKey, postId);
  if (reader === undefined) return <CommentLikes count={comment.likesCnt} />;
  if (reader !== comment.authorId)
    return (
      <>
        <LikeCommentButton {...comment} />
        {!closed && (
          <button
            type="button"
            data-act="answer"
            aria-label={t('comment.answerTo', { name: comment.nickname })}
            onClick={() => answer({ id: comment.authorId, nickname: comment.nickname })}
          >
            {t('comment.answer')}
          </button>
        )}
        <ReportMenu
          label={t('comment.menu', { name: comment.nickname })}
          onReport={() => $reported.set({ kind: 'comment', commentId: comment.id })}
        />
        <ModerateMenuSlot kind="comment" id={comment.id} authorId={comment.authorId} />
      </>
    );
  return (
    <>
      <CommentLikes count={comment.likesCnt} />
      <OwnCommentActions postId={postId} comment={comment} onEdit={onEdit} />
    </>
  );
}

/** Whether a comment's editor is open. Closing it restores the focus. */
export function useCommentEditor(id: number): { isEditing: boolean; edit(): void; done(): void } {
  const [isEditing, setEditing] = useState(false);
  const done = () => {
    setEditing(false);
    document
      .querySelector<HTMLElement>(
        `.comments > li[data-id="${id}"] :is([data-act="edit-comment"], [data-act="delete-comment"])`,
      )
      ?.focus({ preventScroll: true });
  };
  return { isEditing, edit: () => setEditing(true), done };
}

/** The text of a comment that islands render, and its editor. */
export function CommentText({
  postId,
  id,
  html,
  isEditing,
  onDone,
}: {
  postId: number;
  id: number;
  html: string;
  isEditing: boolean;
  onDone(): void;
}) {
  const text = <UserHtml html={html} className="message-text" />;
  return isEditing ? (
    <Suspense fallback={text}>
      <EditComment postId={postId} id={id} html={html} onDone={onDone} />
    </Suspense>
  ) : (
    text
  );
}

/** A comment that the published page doesn't have. */
export function DrawnComment({
  comment: drawn,
  ...under
}: CommentPosition & { comment: LoadedComment }) {
  const { t } = useTexts();
  const { edited } = useComments(under.postId);
  const { isEditing, edit, done } = useCommentEditor(drawn.id);
  const comment = edited.find(({ id }) => id === drawn.id) ?? drawn;
  const { id, author, html, createdAt, likesCnt } = comment;
  useState(() => {
    if (!drawn.liked) return;
    initReaction('like-comment', id, likesCnt);
    markAsOwn('like-comment', id);
  });
  return (
    <Comment
      comment={comment}
      text={
        html === null ? (
          <span className="meta">{t('thread.withheld.deleted')}</span>
        ) : (
          <CommentText
            postId={under.postId}
            id={id}
            html={html}
            isEditing={isEditing}
            onDone={done}
          />
        )
      }
    >
      {!comment.checked && <span className="held">{t('comment.held')}</span>}
      <CommentActions
        {...under}
        comment={{ id, authorId: author.id, nickname: author.nickname, createdAt, likesCnt }}
        onEdit={edit}
      />
    </Comment>
  );
}

/** Comments to add after the published ones; `from` is the number of the latter. */
export function newerComments(
  { all, written, removedIds }: CommentChanges,
  from: number,
): LoadedComment[] {
  const known = all?.slice(from) ?? [];
  return [...known, ...written.filter((one) => !known.some(({ id }) => id === one.id))].filter(
    ({ id }) => !removedIds.includes(id),
  );
}

export function MoreCommentsButton({ postId, label }: { postId: number; label: string }) {
  const [busy, setBusy] = useState(false);
  const show = () => {
    setBusy(true);
    loadComments(postId).catch((error: unknown) => {
      setBusy(false);
      showErrorToast(error);
    });
  };
  return (
    <button
      className="more"
      type="button"
      data-act="comments"
      aria-busy={busy || undefined}
      onClick={busy ? undefined : show}
    >
      {label}
    </button>
  );
}

/** The form of an open comment; until its file has loaded, a plain field. */
export function CommentFormSlot({ postId, replyKey }: CommentPosition) {
  const { t } = useTexts();
  const open = useStore($commentForm);
  const reader = useStore($account)?.id;
  const isOpen = open?.key === replyKey && reader !== undefined;
  const CommentForm = useLazyComponent(loadCommentForm, isOpen);
  const [composes, setComposing] = useState(false);
  if (!isOpen) return null;
  return (
    <BannedGate>
      {CommentForm && !composes ? (
        <CommentForm
          key={open.postId}
          postId={postId}
          readerId={reader}
          answeredPerson={open.answers}
          sendsAtOnce={open.sendsAtOnce ?? false}
        />
      ) : (
        <div className="comment-form field">
          <textarea
            // biome-ignore lint/a11y/noAutofocus: the reader has just pressed the button for it
            autoFocus
            rows={2}
            aria-label={t('comment.label')}
            placeholder={t('comment.placeholder')}
            defaultValue={readSavedComment(reader, postId).text}
            onChange={({ currentTarget: { value } }) =>
              saveComment(reader, postId, { ...readSavedComment(reader, postId), text: value })
            }
            readOnly={open.sendsAtOnce}
            onKeyDown={(event) => {
              if (isComposing(event) || !isSendKey(event)) return;
              event.preventDefault();
              $commentForm.set({ ...open, sendsAtOnce: true });
            }}
            onCompositionStart={() => setComposing(true)}
            onCompositionEnd={() => setComposing(false)}
          />
        </div>
      )}
    </BannedGate>
  );
}

/** The comments under a reply that an island renders. */
export function DrawnComments({
  postId,
  replyKey,
  name,
  first,
  total,
}: CommentPosition & { name: string; first: readonly LoadedComment[]; total: number }) {
  const { t } = useTexts();
  const comments = useComments(postId);
  const shown = [
    ...(comments.all ? [] : first.filter(({ id }) => !comments.removedIds.includes(id))),
    ...newerComments(comments, 0),
  ];
  const more = comments.all ? 0 : total - first.length;
  return (
    <>
      {shown.length > 0 && (
        <CommentList
          name={name}
          moreButton={
            more > 0 && (
              <MoreCommentsButton
                postId={postId}
                label={t('thread.moreComments', { count: more })}
              />
            )
          }
        >
          {shown.map((comment) => (
            <DrawnComment key={comment.id} postId={postId} replyKey={replyKey} comment={comment} />
          ))}
        </CommentList>
      )}
      <CommentFormSlot postId={postId} replyKey={replyKey} />
    </>
  );
}
