import { useEffect, useLayoutEffect, useReducer } from 'react';
import type { WithheldPost } from '#client/moderation/moderator-view.ts';
import { UserHtml } from '../components/UserHtml.tsx';
import { UserLink } from '../components/UserLink.tsx';
import { AppendPortal } from './AppendPortal.tsx';
import { WithheldReasonNote } from './WithheldReasonNote.tsx';

/** Marks an element as withheld while the component is mounted. */
function useWithheldMark(element: HTMLElement): void {
  useLayoutEffect(() => {
    element.dataset.withheld = '';
    return () => void delete element.dataset.withheld;
  }, [element]);
}

/** Selects the text of a reply, whether published or drawn by an island. */
const TEXT_SELECTOR = ':scope > .prose, :scope > div > .prose';

/** A withheld reply: marked, with its text if the published page has none. */
function WithheldReply({ post, article }: { post: WithheldPost; article: HTMLElement }) {
  useWithheldMark(article);
  const hasText = article.querySelector(TEXT_SELECTOR) !== null;
  return (
    <AppendPortal
      in={article}
      className="withheld-note"
      before={hasText ? article.querySelector(':scope > header') : undefined}
    >
      <p>
        <WithheldReasonNote why={post.why} by={post.by} kind="reply" id={post.id} />
      </p>
      {!hasText && (
        <div className="withheld-text">
          <UserLink user={post.user} />
          <UserHtml html={post.message} />
        </div>
      )}
    </AppendPortal>
  );
}

/** A withheld comment that the page still shows. */
function MarkedComment({ post, item }: { post: WithheldPost; item: HTMLElement }) {
  useWithheldMark(item);
  return (
    <AppendPortal in={item.querySelector('.meta') ?? item} className="withheld-note" as="span">
      <WithheldReasonNote why={post.why} by={post.by} kind="comment" id={post.id} />
    </AppendPortal>
  );
}

/** A withheld comment that the published page doesn't have. */
function MissingComment({ post, article }: { post: WithheldPost; article: HTMLElement }) {
  return (
    <AppendPortal in={article} className="withheld-note">
      <p>
        <WithheldReasonNote why={post.why} by={post.by} kind="comment" id={post.id} />
      </p>
      <div className="withheld-text comment">
        <UserLink user={post.user} /> <UserHtml html={post.message} className="said" />
      </div>
    </AppendPortal>
  );
}

/** Draws anew when replies were added to the page, or replaced by what was published since. */
function useDrawnReplies(): void {
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    document.addEventListener('more', redraw);
    return () => document.removeEventListener('more', redraw);
  }, []);
}

/** The withheld replies and comments of this page, at their places (R20). */
export function WithheldPosts({ posts }: { posts: readonly WithheldPost[] }) {
  useDrawnReplies();
  return posts.flatMap((post) => {
    const articles = [
      ...document.querySelectorAll<HTMLElement>(`#replies .reply[data-floor="${post.floor}"]`),
    ];
    if (post.kind === 'reply')
      return articles.map((article) => (
        <WithheldReply key={`${post.id} ${article.id}`} post={post} article={article} />
      ));
    const items = [
      ...document.querySelectorAll<HTMLElement>(`.comments > li[data-id="${post.id}"]`),
    ];
    if (items.length > 0)
      return items.map((item) => (
        <MarkedComment key={`c${post.id} ${item.closest('.reply')?.id}`} post={post} item={item} />
      ));
    return articles
      .slice(-1)
      .map((article) => <MissingComment key={`l${post.id}`} post={post} article={article} />);
  });
}
