import { useStore } from '@nanostores/react';
import { memo, useState } from 'react';
import { $editedReplies } from '#client/thread/edit-post.ts';
import { toMediaWords } from '#contracts/media-words.ts';
import { quoteExcerpt } from '../components/html-excerpt.ts';
import { ReplacePortal } from '../components/ReplacePortal.tsx';
import { SlotPortal } from '../components/SlotPortal.tsx';
import { UserHtml } from '../components/UserHtml.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { DeletedReply } from './DeletedReply.tsx';
import { AddedEditedNote, PublishedEditedNote } from './EditedNote.tsx';
import { LazyEditReply } from './LazyEditReply.tsx';
import { PublishedComments } from './PublishedComments.tsx';
import type { PublishedReply as Reply } from './published-page.ts';
import { ReplyActions } from './ReplyActions.tsx';
import { useThread } from './thread-context.ts';

export const PublishedReply = memo(({ reply }: { reply: Reply }) => {
  const { t } = useTexts();
  const { threadId, quote } = useThread();
  const { id, key, floor, authorId, nickname, prose, article } = reply;
  const now = useStore($editedReplies, { keys: [id] })[id];
  const [editing, setEditing] = useState(false);
  const [edited] = useState(() => article.querySelector('.edited'));
  if (now === null) return <DeletedReply reply={reply} />;
  const shown = now ? <UserHtml html={now.message} /> : null;
  return (
    <>
      <SlotPortal at={reply.acts}>
        <ReplyActions
          postId={id}
          replyKey={key}
          authorId={authorId}
          onQuote={() =>
            quote({
              postId: id,
              userId: authorId,
              floor,
              nickname,
              text: quoteExcerpt(prose, toMediaWords(t)),
            })
          }
          onEdit={() => setEditing(true)}
        />
      </SlotPortal>
      {prose && (editing || shown) && (
        <ReplacePortal element={prose}>
          {editing ? (
            <LazyEditReply
              threadId={threadId}
              postId={id}
              floor={floor}
              authorId={authorId}
              onDone={() => setEditing(false)}
            />
          ) : (
            shown
          )}
          {!editing && now?.checked === 0 && <p className="held meta">{t('own.held')}</p>}
        </ReplacePortal>
      )}
      {edited && (
        <PublishedEditedNote postId={id} at={edited} since={now?.edited_at ?? undefined} />
      )}
      {!edited && now?.edited_at && (
        <AddedEditedNote postId={id} article={article} at={now.edited_at} />
      )}
      <PublishedComments reply={reply} />
    </>
  );
});
