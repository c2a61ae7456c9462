import type { PublicWithheldReason } from '#contracts/page-model.ts';

/*
 * What readers may see of a post, and of the post that it quotes: the one rule for pages and the
 * API.
 */

/**
 * SQL: joins the post with the alias `quoted` that the post with the alias `p` quotes, as long as
 * both stand in the same thread. Who reads a thread may read all of it; a quoted post that was
 * split off may stand where they may not look.
 */
export const joinQuotedPostSql = (p: string, quoted: string): string =>
  `
    left join post
    ${quoted} on ${quoted}.id = ${p}.quote_post_id and ${quoted}.thread_id = ${p}.thread_id`;

/**
 * Why a post's text isn't shown; undefined when it is. `hidden`: by a ban of its author. Authors
 * are shown their own that wait.
 */
export function getWithheldReason(
  post: { state: unknown; checked: unknown },
  isAuthorHidden: unknown,
  isOwn = false,
): PublicWithheldReason | undefined {
  if (post.state === 'deleted') return 'deleted';
  if (post.state === 'hidden' || isAuthorHidden === true) return 'hidden';
  return post.checked === false && !isOwn ? 'review' : undefined;
}
