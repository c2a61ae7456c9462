import type { PublicWithheldReason } from '#contracts/page-model.ts';
import { leftJoinRowSql } from '#db/by-key-sql.ts';
import { isBannedSql } from '#db/is-banned-sql.ts';
import { forumReadableSql } from './forum/access.ts';

/*
 * What readers may see of threads, posts and comments: the one rule for published pages, lists, the
 * API and whatever counts what is shown. Which forums somebody may read is in forum/access.ts.
 * Indexes of db/schema have these conditions, too; a fragment that is worded otherwise would no
 * longer find them.
 */

/**
 * SQL: the row is neither deleted nor hidden and doesn't wait for review. `row` is the alias, or
 * the table, of a thread, a post or a comment.
 */
export const isShownSql = (row: string): string => `${row}.state = 'normal' and ${row}.checked`;

/** The same of a row that was read. */
export const isShown = (row: { state: string; checked: boolean }): boolean =>
  row.state === 'normal' && row.checked;

/** SQL: the row waits for review. */
export const isWaitingSql = (row: string): string =>
  `${row}.state = 'normal' and not ${row}.checked`;

/**
 * SQL: the row is shown to `viewerId`, a parameter: a user's id, or null. Authors are shown their
 * own that wait for review.
 */
export const isShownToSql = (row: string, viewerId: string): string =>
  `${row}.state = 'normal' and (${row}.checked or ${row}.user_id = ${viewerId})`;

/**
 * SQL: the content of this author is hidden by a ban that is in force (R29); null or false when it
 * isn't. `u` is the alias of the user table.
 */
export const contentHiddenSql = (u: string): string =>
  `(${u}.content_hidden and ${isBannedSql(u)})`;

/** SQL: the content of this author isn't hidden by a ban. */
export const isAuthorShownSql = (u: string): string =>
  `not coalesce(${contentHiddenSql(u)}, false)`;

/**
 * SQL: the ids of the few authors whose content is hidden by a ban. PostgreSQL reads it once per
 * query.
 */
export const HIDDEN_AUTHOR_IDS_SQL = `array(select u.id from "user" u where ${contentHiddenSql('u')})`;

/** SQL: isAuthorShownSql of the author of a thread or a post, by its alias, without a join. */
export const hasShownAuthorSql = (row: string): string =>
  `coalesce(${row}.user_id <> all (${HIDDEN_AUTHOR_IDS_SQL}), true)`;

/**
 * SQL: the thread stands in a forum that everybody may read. An array, not a join: the few forums
 * that aren't for everybody are looked up once, and no statistics turn it into a walk of all
 * threads.
 */
export const inPublicForumSql = (t: string): string =>
  `${t}.forum_id <> all (array(select id from forum where access <> 'public'))`;

/** SQL: everybody may read the thread, so it has published pages. */
export const isPublicThreadSql = (t: string): string =>
  `${isShownSql(t)} and ${inPublicForumSql(t)}`;

/**
 * SQL: the thread is shown to `reader`, a parameter that holds toReaderGroupId. `f` is the alias of
 * its forum.
 */
export const isReadableThreadSql = (t: string, f: string, reader: string): string =>
  `${isShownSql(t)} and ${forumReadableSql(f, reader)}`;

/**
 * SQL: joins the post with the alias `quoted` that the post with the alias `p` quotes, as long as
 * both stand in the same thread. Who reads a thread may read all of it; a quoted post that was
 * split off may stand where they may not look.
 */
export const joinQuotedPostSql = (p: string, quoted: string): string =>
  leftJoinRowSql('post', quoted, `id = ${p}.quote_post_id and thread_id = ${p}.thread_id`);

/**
 * Why a post's text isn't shown; undefined when it is. `hidden`: by a moderator, or by a ban of its
 * author. Authors are shown their own that wait. The text is null when it is too large to be read.
 */
export function getWithheldReason(
  post: { state: unknown; checked: unknown; html?: string | null | undefined },
  isAuthorHidden: unknown,
  isOwn = false,
): PublicWithheldReason | undefined {
  if (post.state === 'deleted') return 'deleted';
  if (post.state === 'hidden' || isAuthorHidden === true) return 'hidden';
  if (post.checked === false && !isOwn) return 'review';
  return post.html === null ? 'tooLarge' : undefined;
}
