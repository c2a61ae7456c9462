import { useEffect, useLayoutEffect, useReducer } from 'react';
import type { WithheldPost } from '#client/moderation/moderator-view.ts';
import { UserHtml } from '../components/UserHtml.tsx';
import { UserLink } from '../components/UserLink.tsx';
import { AppendPortal } from './AppendPortal.tsx';
import { WithheldReasonNote } from './WithheldReasonNote.tsx';

function useWithheldMark(element: HTMLElement): void {
  useLayoutEffect(() => {
    element.dataset.withheld = '';
    return () => void delete element.dataset.withheld;
  }, [element]);
}

/** The text of a reply, published or rendered by an island. */
const TEXT_SELECTOR = ':scope > .prose, :scope > div > .prose';

/** A withheld reply, with its text if the published page lacks it. */
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

function MarkedComment({ post, item }: { post: WithheldPost; item: HTMLElement }) {
  useWithheldMark(item);
  return (
    <AppendPortal in={item.querySelector('.meta') ?? item} className="withheld-note" as="span">
      <WithheldReasonNote why={post.why} by={post.by} kind="comment" id={post.id} />
    </AppendPortal>
  );
}

/** A withheld comment that the published page lacks. */
function MissingComment({ post, article }: { post: WithheldPost; article: HTMLElement }) {
  return (
    <AppendPortal in={article} className="withheld-note">
      <p>
        <WithheldReasonNote why={post.why} by={post.by} kind="comment" id={post.id} />
      </p>
      <div className="withheld-text comment">
        <UserLink user={post.user} /> <UserHtml html={post.message} className="message-text" />
      </div>
    </AppendPortal>
  );
}

/** Re-renders when replies are added or replaced. */
function useDrawnReplies(): void {
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    document.addEventListener('more', redraw);
    return () => document.removeEventListener('more', redraw);
  }, []);
}

/** The withheld replies and comments of this page, in order (R20). */
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
