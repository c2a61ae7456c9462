import { LRUCache } from 'lru-cache';
import { htmlToPlainText } from '#contracts/html-to-plain-text.ts';
import { htmlLang, type Lang, langOf } from '#contracts/language.ts';
import type { CommentItem, Person, Reply, ThreadPage, UserPage } from '#contracts/page-model.ts';
import { replyAnchor, threadPath, userPath } from '#contracts/paths.ts';

/* schema.org's types for search engines (R41): only what the page shows. */

const toAbsolute = (path: string, site: string): string => new URL(path, site).href;

/** Successive renderings share most texts, as they share drawn replies (part-cache.ts). */
const textByHtml = new LRUCache<string, string>({
  maxSize: 2_000_000,
  sizeCalculation: (text, html) => html.length + text.length,
  memoMethod: (html) => htmlToPlainText(html),
});

const toPerson = ({ id, nickname }: Person, lang: Lang, site: string) => ({
  '@type': 'Person',
  name: nickname,
  url: toAbsolute(userPath(lang, id), site),
});

const count = (type: string, userInteractionCount: number) => ({
  '@type': 'InteractionCounter',
  interactionType: `https://schema.org/${type}`,
  userInteractionCount,
});

/** Undefined if the page doesn't show its text. */
function toComment(
  { author, html, createdAt, editedAt, likesCnt }: Reply | CommentItem,
  lang: Lang,
  site: string,
) {
  const text = html && textByHtml.memo(html);
  if (!text) return undefined;
  return {
    '@type': 'Comment',
    text,
    datePublished: createdAt.toISOString(),
    ...(editedAt && { dateModified: editedAt.toISOString() }),
    author: toPerson(author, lang, site),
    ...(likesCnt > 0 && { interactionStatistic: count('LikeAction', likesCnt) }),
  };
}

/**
 * A page of a thread as a DiscussionForumPosting with its replies and their comments. Later pages
 * name the first page as the posting's address. Undefined for a withheld thread.
 */
export function discussionJsonLd(
  { thread, author, page, replies }: ThreadPage,
  lang: Lang,
  site: string,
): object | undefined {
  if (thread.withheld) return undefined;
  const url = toAbsolute(threadPath(lang, thread.id), site);
  const pageUrl = toAbsolute(threadPath(lang, thread.id, page), site);
  const comments = replies.flatMap((reply) => {
    const comment = reply.withheld ? undefined : toComment(reply, lang, site);
    if (!comment) return [];
    const nested = reply.comments.flatMap((one) => toComment(one, lang, site) ?? []);
    return {
      ...comment,
      url: `${pageUrl}#${replyAnchor(reply.id)}`,
      ...(nested.length > 0 && { comment: nested }),
    };
  });
  return {
    '@context': 'https://schema.org',
    '@type': 'DiscussionForumPosting',
    headline: thread.subject,
    // only the first page shows the whole text
    text: (page === 1 && thread.html && textByHtml.memo(thread.html)) || thread.excerpt,
    inLanguage: htmlLang(langOf(thread.language)),
    url,
    datePublished: thread.createdAt.toISOString(),
    ...(thread.editedAt && { dateModified: thread.editedAt.toISOString() }),
    ...(thread.firstImage && { image: toAbsolute(thread.firstImage, site) }),
    author: toPerson(author, lang, site),
    // later pages aren't rendered again for counts
    ...(page === 1 && {
      commentCount: thread.repliesCnt,
      interactionStatistic: [
        count('LikeAction', thread.likesCnt),
        count('ViewAction', thread.viewsCnt),
        count('CommentAction', thread.repliesCnt),
      ],
    }),
    ...(comments.length > 0 && { comment: comments }),
  };
}

/** A person's page as a ProfilePage. Undefined on its further pages, and for a banned person. */
export function profileJsonLd(
  { user, tab, threads }: UserPage,
  lang: Lang,
  site: string,
): object | undefined {
  if (user.banned || tab !== 'threads' || (threads && threads.page > 1)) return undefined;
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    dateCreated: user.createdAt.toISOString(),
    mainEntity: {
      ...toPerson(user, lang, site),
      identifier: String(user.id),
      ...(user.avatar && { image: toAbsolute(user.avatar, site) }),
      ...(user.description && { description: user.description }),
      interactionStatistic: count('LikeAction', user.likesCnt),
      agentInteractionStatistic: count('WriteAction', user.threadsCnt + user.repliesCnt),
    },
  };
}
