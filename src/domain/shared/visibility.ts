import type { PublicWithheldReason } from '#contracts/page-model.ts';
import { leftJoinRowSql } from '#db/by-key-sql.ts';
import { isBannedSql } from '#db/is-banned-sql.ts';
import { forumReadableSql } from './forum-access.ts';

/*
 * Visibility of threads, posts and comments for published pages, lists, API and counts. Forum
 * access is in forum-access.ts. Partial indexes repeat these conditions; the planner ignores the
 * index if the wording differs.
 */

/** SQL: neither deleted, hidden nor pending review. `row`: alias or table of the content. */
export const isShownSql = (row: string): string => `${row}.state = 'normal' and ${row}.checked`;

/** isShownSql for a row that was read. */
export const isShown = (row: { state: string; checked: boolean }): boolean =>
  row.state === 'normal' && row.checked;

/** SQL: the row is pending review. */
export const isPendingReviewSql = (row: string): string =>
  `${row}.state = 'normal' and not ${row}.checked`;

/** SQL: shown to `viewerId`, a parameter (null: visitor). Authors see their pending content. */
export const isShownToSql = (row: string, viewerId: string): string =>
  `${row}.state = 'normal' and (${row}.checked or ${row}.user_id = ${viewerId})`;

/** SQL: an active ban hides the author's content (R29); else null or false. `u`: user alias. */
export const contentHiddenSql = (u: string): string =>
  `(${u}.content_hidden and ${isBannedSql(u)})`;

/** SQL: no ban hides the content of this author. */
export const isAuthorShownSql = (u: string): string =>
  `not coalesce(${contentHiddenSql(u)}, false)`;

/** SQL: ids of the few authors whose content a ban hides. PostgreSQL reads them once per query. */
export const HIDDEN_AUTHOR_IDS_SQL = `array(select u.id from "user" u where ${contentHiddenSql('u')})`;

/** SQL: isAuthorShownSql for the author of a thread or post, without a join. */
export const hasShownAuthorSql = (row: string): string =>
  `coalesce(${row}.user_id <> all (${HIDDEN_AUTHOR_IDS_SQL}), true)`;

/**
 * SQL: the thread is in a public forum. An array, not a join: the few other forums are read once,
 * and statistics can't turn it into a scan of all threads.
 */
export const inPublicForumSql = (t: string): string =>
  `${t}.forum_id <> all (array(select id from forum where access <> 'public'))`;

/** SQL: the thread is public, so it has published pages. */
export const isPublicThreadSql = (t: string): string =>
  `${isShownSql(t)} and ${inPublicForumSql(t)}`;

/** SQL: shown to `reader`, a parameter from toReaderGroupId. `f`: alias of the forum. */
export const isReadableThreadSql = (t: string, f: string, reader: string): string =>
  `${isShownSql(t)} and ${forumReadableSql(f, reader)}`;

/**
 * SQL: joins as `quoted` the post that `p` quotes, if both are in the same thread. A quoted post
 * that was split off may be in a forum that the reader may not read.
 */
export const joinQuotedPostSql = (p: string, quoted: string): string =>
  leftJoinRowSql('post', quoted, `id = ${p}.quote_post_id and thread_id = ${p}.thread_id`);

/**
 * Reason for withholding a post's text, or undefined. `hidden`: by a moderator or by the author's
 * ban. Authors see their own pending posts. The text is null if it is too large.
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
