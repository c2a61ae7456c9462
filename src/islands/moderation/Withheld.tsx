import { useLayoutEffect } from 'react';
import { userPath } from '#contracts/paths.ts';
import type { WithheldPostWire } from '#contracts/wire/moderating.ts';
import { useTexts } from '../ui/text.ts';
import { UserHtml } from '../ui/UserHtml.tsx';
import { Host } from './Host.tsx';
import { Why } from './Why.tsx';

function Author({ user }: Pick<WithheldPostWire, 'user'>) {
  const { root } = useTexts();
  return (
    <a className="name hover" href={userPath(root, user.id)}>
      {user.nickname}
    </a>
  );
}

/** Marks what others don't see for as long as this is drawn. */
function useMarked(element: HTMLElement): void {
  useLayoutEffect(() => {
    element.dataset.withheld = '';
    return () => void delete element.dataset.withheld;
  }, [element]);
}

/** The text of a reply, printed or drawn. */
const TEXT = ':scope > .prose, :scope > div > .prose';

/** A reply that others don't see: marked, and with its text if the page came without. */
function WithheldReply({ post, article }: { post: WithheldPostWire; article: HTMLElement }) {
  useMarked(article);
  const there = article.querySelector(TEXT) !== null;
  return (
    <Host
      in={article}
      className="withheld-note"
      before={there ? article.querySelector(':scope > header') : undefined}
    >
      <p>
        <Why why={post.why} by={post.by} kind="reply" id={post.id} />
      </p>
      {!there && (
        <div className="withheld-text">
          <Author user={post.user} />
          <UserHtml html={post.message} />
        </div>
      )}
    </Host>
  );
}

/** A comment that stood on the page when it was taken away. */
function MarkedComment({ post, item }: { post: WithheldPostWire; item: HTMLElement }) {
  useMarked(item);
  return (
    <Host in={item.querySelector('.meta') ?? item} className="withheld-note" as="span">
      <Why why={post.why} by={post.by} kind="comment" id={post.id} />
    </Host>
  );
}

/** A comment that the page came without. */
function LostComment({ post, article }: { post: WithheldPostWire; article: HTMLElement }) {
  return (
    <Host in={article} className="withheld-note">
      <p>
        <Why why={post.why} by={post.by} kind="comment" id={post.id} />
      </p>
      <div className="withheld-text comment">
        <Author user={post.user} /> <UserHtml html={post.message} className="said" />
      </div>
    </Host>
  );
}

/** What others don't see of this page, where it stands (R20). */
export function Withheld({ posts }: { posts: readonly WithheldPostWire[] }) {
  return posts.flatMap((post) => {
    const articles = [
      ...document.querySelectorAll<HTMLElement>(`#replies .reply[data-floor="${post.storey}"]`),
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
      .map((article) => <LostComment key={`l${post.id}`} post={post} article={article} />);
  });
}
