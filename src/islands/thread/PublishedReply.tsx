import { useStore } from '@nanostores/react';
import { lazy, memo, Suspense, useLayoutEffect, useState } from 'react';
import { $changed } from '#stores/own-posts.ts';
import { Instead } from '../ui/Instead.tsx';
import { Slot } from '../ui/Slot.tsx';
import { useTexts } from '../ui/text.ts';
import { UserHtml } from '../ui/UserHtml.tsx';
import { NewlyEdited, PublishedEdited } from './Edited.tsx';
import { glimpse } from './glimpse.ts';
import { keyboardIsIn } from './keyboard.ts';
import { PublishedComments } from './PublishedComments.tsx';
import { usePlace } from './place.ts';
import type { PublishedReply as Reply } from './published.ts';
import { ReplyActs } from './ReplyActs.tsx';

const EditReply = lazy(() => import('./EditReply.tsx'));

/**
 * Leaves of a published reply what parts/Reply.astro prints of a deleted one; quotes of it say that
 * it is gone (R24).
 */
function Gone({ reply: { id, article } }: { reply: Reply }) {
  const { t } = useTexts();
  useLayoutEffect(() => {
    const heldKeyboard = keyboardIsIn(article);
    for (const quote of document.querySelectorAll(`.quote a[href$="#p${id}"]`))
      (quote.parentElement as Element).textContent = t('thread.quoteGone');
    if (!article.id) return article.remove(); // the copy above the list
    const header = article.querySelector('header');
    for (const part of [...article.children]) if (part !== header) part.remove();
    for (const part of [...(header?.children ?? [])]) if (!part.matches('.when')) part.remove();
    header?.querySelector('.edited')?.remove();
    const said = document.createElement('p');
    said.className = 'gone';
    said.textContent = t('thread.withheld.deleted');
    header?.prepend(said);
    if (!heldKeyboard) return;
    article.tabIndex = -1;
    article.focus({ preventScroll: true });
  }, [id, article, t]);
  return null;
}

/** What is the reader's own on a reply that the page was published with. */
export const PublishedReply = memo(({ reply }: { reply: Reply }) => {
  const { t } = useTexts();
  const { threadId, quote } = usePlace();
  const { id, key, floor, authorId, nickname, prose, article } = reply;
  const now = useStore($changed, { keys: [id] })[id];
  const [editing, setEditing] = useState(false);
  const [edited] = useState(() => article.querySelector('.edited'));
  if (now === null) return <Gone reply={reply} />;
  const shown = now ? <UserHtml html={now.message} /> : null;
  return (
    <>
      <Slot at={reply.acts}>
        <ReplyActs
          postId={id}
          replyKey={key}
          authorId={authorId}
          onQuote={() =>
            quote({ postId: id, userId: authorId, floor, nickname, text: glimpse(prose) })
          }
          onEdit={() => setEditing(true)}
        />
      </Slot>
      {prose && (editing || shown) && (
        <Instead of={prose}>
          {editing ? (
            <Suspense fallback={<p className="meta">{t('common.loading')}</p>}>
              <EditReply
                threadId={threadId}
                postId={id}
                floor={floor}
                authorId={authorId}
                onDone={() => setEditing(false)}
              />
            </Suspense>
          ) : (
            shown
          )}
          {!editing && now?.checked === 0 && <p className="held meta">{t('own.held')}</p>}
        </Instead>
      )}
      {edited && <PublishedEdited postId={id} at={edited} since={now?.edited_at ?? undefined} />}
      {!edited && now?.edited_at && (
        <NewlyEdited postId={id} article={article} at={now.edited_at} />
      )}
      <PublishedComments reply={reply} />
    </>
  );
});
