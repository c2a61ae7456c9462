import { $commentForm, type MentionedUser } from '#client/thread/comments.ts';
import { deleteReply } from '#client/thread/edit-post.ts';
import { formatNumber } from '#i18n/format.ts';
import { Icon } from '../components/Icon.tsx';
import { ensureLoggedIn, useReaction } from '../hooks/use-reaction.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { ModerateMenuSlot } from '../moderation/menu-slot.tsx';
import { BookmarkMark } from './BookmarkMark.tsx';
import { PostMenuButton } from './PostMenuButton.tsx';
import { useThread } from './thread-context.ts';

interface Props {
  postId: number;
  /** Key of the reply's element: a featured reply is twice on its page. */
  replyKey: string;
  authorId: number;
  onQuote(): void;
  onEdit(): void;
}

export function useOpenCommentForm(
  replyKey: string,
  postId: number,
): (answers?: MentionedUser) => void {
  return (answers) => {
    if (ensureLoggedIn('comment')) $commentForm.set({ key: replyKey, postId, answers });
  };
}

export function ReplyActions({ postId, replyKey, authorId, onQuote, onEdit }: Props) {
  const { t, lang } = useTexts();
  const { closed } = useThread();
  const like = useReaction('like-post', postId);
  const comment = useOpenCommentForm(replyKey, postId);
  const deletion = {
    title: t('own.deleteReply'),
    text: t('own.deleteReplyText'),
    onSubmit: () => deleteReply(postId),
  };
  return (
    <>
      <button
        type="button"
        data-act="like"
        translate="no"
        aria-pressed={like.on}
        aria-label={`${t('thread.like')} ${formatNumber(lang, like.count)}`}
        onClick={like.press}
      >
        <Icon name="like" />
        {formatNumber(lang, like.count)}
      </button>
      {!closed && (
        <>
          <button type="button" data-act="comment" onClick={() => comment()}>
            <Icon name="comment" />
            {t('thread.comment')}
          </button>
          <button type="button" data-act="quote" onClick={onQuote}>
            <Icon name="quote" />
            {t('thread.quote')}
          </button>
        </>
      )}
      <BookmarkMark postId={postId} />
      <ModerateMenuSlot kind="reply" id={postId} authorId={authorId} onEdit={onEdit} />
      <PostMenuButton
        kind="reply"
        postId={postId}
        authorId={authorId}
        own={{ edit: onEdit, deletion }}
      />
    </>
  );
}
