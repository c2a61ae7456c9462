import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState } from 'react';
import { $account } from '#client/account/account.ts';
import { showErrorToast } from '#client/core/toasts.ts';
import type { LoadedComment } from '#client/thread/comment-from-wire.ts';
import {
  $commentForm,
  $comments,
  type CommentChanges,
  deleteComment,
  loadComments,
  readSavedComment,
  saveComment,
} from '#client/thread/comments.ts';
import { $reported } from '#client/thread/report.ts';
import { BannedGate } from '../account/BannedGate.tsx';
import { Comment, CommentList } from '../components/Comment.tsx';
import { ReportMenu } from '../components/ReportMenu.tsx';
import { UserHtml } from '../components/UserHtml.tsx';
import { useLazyComponent } from '../hooks/use-lazy-component.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { ModerateMenuSlot } from '../moderation/menu-slot.tsx';
import { isComposing } from '../page/is-composing.ts';
import { isSendKey } from '../page/is-send-key.ts';
import { useOpenCommentForm } from './ReplyActions.tsx';
import { useThread } from './thread-context.ts';

const loadCommentForm = () => import('./CommentForm.tsx');
const Confirm = lazy(() =>
  import('../components/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

/** The place of comments: under a reply, which is on its page twice when it is featured. */
export interface CommentPlace {
  postId: number;
  replyKey: string;
}

const NO_COMMENTS: CommentChanges = { written: [], removedIds: [] };

/** The comments under a reply that the published page doesn't have, and their state. */
export const useComments = (postId: number): CommentChanges =>
  useStore($comments, { keys: [postId] })[postId] ?? NO_COMMENTS;

interface CommentActionsProps extends CommentPlace {
  comment: { id: number; authorId: number; nickname: string };
}

/** Buttons of members at a comment: answer and report others', delete their own. */
export function CommentActions({ postId, replyKey, comment }: CommentActionsProps) {
  const { t } = useTexts();
  const reader = useStore($account)?.id;
  const { closed } = useThread();
  const answer = useOpenCommentForm(replyKey, postId);
  const [asking, setAsking] = useState(false);
  if (reader === undefined) return null;
  if (reader !== comment.authorId)
    return (
      <>
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

/** A comment that the published page doesn't have. */
export function DrawnComment({ comment, ...under }: CommentPlace & { comment: LoadedComment }) {
  const { t } = useTexts();
  const { id, author, html } = comment;
  return (
    <Comment
      comment={comment}
      text={
        html === null ? (
          <span className="meta">{t('thread.withheld.deleted')}</span>
        ) : (
          <UserHtml html={html} className="said" />
        )
      }
    >
      {!comment.checked && <span className="held">{t('comment.held')}</span>}
      <CommentActions {...under} comment={{ id, authorId: author.id, nickname: author.nickname }} />
    </Comment>
  );
}

/** Comments after the published ones; `from` is the number of the published ones. */
export function newerComments(
  { all, written, removedIds }: CommentChanges,
  from: number,
): LoadedComment[] {
  const known = all?.slice(from) ?? [];
  return [...known, ...written.filter((one) => !known.some(({ id }) => id === one.id))].filter(
    ({ id }) => !removedIds.includes(id),
  );
}

/** The button that loads the other comments. */
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

/** The form of a comment, where one is open; until its file is there, a field for the text. */
export function CommentFormSlot({ postId, replyKey }: CommentPlace) {
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

/** The comments under a reply that was drawn by an island. */
export function DrawnComments({
  postId,
  replyKey,
  name,
  first,
  total,
}: CommentPlace & { name: string; first: readonly LoadedComment[]; total: number }) {
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
