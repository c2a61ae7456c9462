import { htmlLang, type Lang, langOf } from '#contracts/language.ts';
import type { ThreadPage } from '#contracts/page-model.ts';
import { threadPath, userPath } from '#contracts/paths.ts';

/** A thread as schema.org's DiscussionForumPosting, for search engines (R41). */
export function discussionJsonLd({ thread, author }: ThreadPage, lang: Lang, site: string): object {
  const absoluteUrl = (path: string) => new URL(path, site).href;
  const count = (type: string, userInteractionCount: number) => ({
    '@type': 'InteractionCounter',
    interactionType: `https://schema.org/${type}`,
    userInteractionCount,
  });
  return {
    '@context': 'https://schema.org',
    '@type': 'DiscussionForumPosting',
    headline: thread.subject,
    text: thread.excerpt,
    inLanguage: htmlLang(langOf(thread.language)),
    url: absoluteUrl(threadPath(lang, thread.id)),
    datePublished: thread.createdAt.toISOString(),
    ...(thread.editedAt && { dateModified: thread.editedAt.toISOString() }),
    ...(thread.firstImage && { image: absoluteUrl(thread.firstImage) }),
    author: {
      '@type': 'Person',
      name: author.nickname,
      url: absoluteUrl(userPath(lang, author.id)),
    },
    commentCount: thread.repliesCnt,
    interactionStatistic: [
      count('LikeAction', thread.likesCnt),
      count('ViewAction', thread.viewsCnt),
      count('CommentAction', thread.repliesCnt),
    ],
  };
}
