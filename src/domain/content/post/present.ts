import { toAbsoluteAddresses } from '#contracts/absolute-addresses.ts';
import { escapeHtml } from '#contracts/escape-html.ts';
import type { MediaWords } from '#contracts/media-words.ts';
import type { PublicWithheldReason } from '#contracts/page-model.ts';
import type {
  PostWire,
  PublicPostWire,
  QuotedPostWire,
  ThreadBriefWire,
} from '#contracts/wire/post.ts';
import type { CommentWire, FirstPostWire } from '#contracts/wire/thread.ts';
import { isoSql } from '#db/iso-sql.ts';
import { type OptionalRowOf, pickColumns, type RowOf } from '#db/pick-columns.ts';
import * as schema from '#db/schema/index.ts';
import { toGroupInForumWire } from '../../forums/moderators.ts';
import { readerExcerptSql, toReaderExcerpt } from '../../message/reader-text.ts';
import type { PresentContext } from '../../people/present-context.ts';
import { userVersionSql } from '../../people/presented-users.ts';
import { boundedTextSql, listedTextSql } from '../../shared/bounded-text.ts';
import { toFlag } from '../../shared/to-flag.ts';
import { getWithheldReason } from '../../shared/visibility.ts';

const POST_COLUMNS = pickColumns(
  schema.post,
  `
  id threadId forumId userId floor state checked quotePostId quoteUserId likesCnt commentsCnt
  imagesCnt filesCnt featured createdAt updatedAt deletedAt editedAt
  `,
);

/** Columns of a post for all its response shapes. */
export interface PostRow extends RowOf<typeof POST_COLUMNS> {
  /** null if it is too large to be shown. */
  html: string | null;
  userVersion: string;
  liked: boolean;
}

export type QuotedPostRow = Omit<PostRow, 'liked'>;
type SelectedQuotedPost = OptionalRowOf<typeof POST_COLUMNS, 'quoted_'> & {
  quoted_html: string | null;
  quoted_excerpt: string | null;
  quoted_userVersion: string | null;
};

/** SQL columns of a PostRow. `viewer`: parameter of a user id or null; `html`: SQL of its text. */
export const postColumns = (
  p: string,
  viewer: string,
  html: string = boundedTextSql(`${p}.html`),
): string => `
  ${POST_COLUMNS.sql(p)},
  ${html} as html,
  ${userVersionSql(`${p}.user_id`)} as "userVersion",
  exists (select from post_like where user_id = ${viewer}::int and post_id = ${p}.id) as liked`;

/** Bytes of a quoted post's HTML that is shown completely with the quoting post. */
const MAX_QUOTED_BYTES = 2_000;
const isShortQuoteSql = (q: string): string => `octet_length(${q}.html) <= ${MAX_QUOTED_BYTES}`;
/** SQL: an excerpt of a post as text, at most 300 code points. */
const quotedExcerptSql = (q: string): string =>
  `left(${readerExcerptSql(`${q}.html`, `${q}.excerpt`)}, 300)`;

/** SQL: bytes shown of a quoted post. */
export const quotedBytesSql = (q: string): string =>
  `
    case
      when ${q}.id is null then 0
      when ${isShortQuoteSql(q)} then octet_length(${q}.html)
      else octet_length(${quotedExcerptSql(q)})
    end`;

/** SQL columns of a quoted post, in the quoting row: its HTML if short, else an excerpt. */
export const quotedColumns = (q: string): string => `
  ${POST_COLUMNS.sql(q, 'quoted_')},
  case when ${isShortQuoteSql(q)} then ${q}.html end as quoted_html,
  case when not (${isShortQuoteSql(q)}) then ${quotedExcerptSql(q)} end as quoted_excerpt,
  ${userVersionSql(`${q}.user_id`)} as "quoted_userVersion"`;

/** The quoted post of a row with quotedColumns; undefined if there is none. */
export function toQuotedPost(
  row: SelectedQuotedPost,
  words: MediaWords,
): QuotedPostRow | undefined {
  if (row.quoted_id === null) return undefined;
  const quoted = row as RowOf<typeof POST_COLUMNS, 'quoted_'> & { quoted_userVersion: string };
  return {
    ...POST_COLUMNS.take(quoted, 'quoted_'),
    html:
      row.quoted_html ?? `<p>${escapeHtml(toReaderExcerpt(row.quoted_excerpt ?? '', words))}</p>`,
    userVersion: quoted.quoted_userVersion,
  };
}

type WithheldRow = Pick<PostRow, 'floor' | 'state' | 'checked' | 'userId' | 'html'>;

/** Why the text is withheld from the caller; undefined if it isn't. */
const getReasonFor = (row: WithheldRow, { users, viewer }: PresentContext) =>
  getWithheldReason(row, users.isHidden(row.userId), viewer?.userId === row.userId);

/** The notice for a withheld text. Deployed clients expect '' for deleted posts. */
function noticeOf(
  row: WithheldRow,
  reason: PublicWithheldReason,
  { withheldTexts }: PresentContext,
): string {
  if (reason === 'deleted') return '';
  if (reason === 'hidden' && row.floor === 0) return withheldTexts.hiddenThread;
  return withheldTexts[reason];
}

/** The notice for a withheld post; undefined if it is shown. */
export function getWithheldText(row: WithheldRow, context: PresentContext): string | undefined {
  const reason = getReasonFor(row, context);
  return reason && noticeOf(row, reason, context);
}
const HTML_DOCTYPE = 0;

/** Fields of FirstPost, QuotedPost and UserPost: sanitized HTML, never the stored source. */
export function toPostBody(row: QuotedPostRow, context: PresentContext) {
  const withheld = getReasonFor(row, context);
  const message = withheld ? noticeOf(row, withheld, context) : (row.html ?? '');
  const isShown = withheld === undefined;
  return {
    id: row.id,
    thread_id: row.threadId,
    post_user_id: row.userId,
    isfirst: toFlag(row.floor === 0),
    images_num: isShown ? row.imagesCnt : 0,
    files_num: isShown ? row.filesCnt : 0,
    doctype: HTML_DOCTYPE,
    quote_post_id: row.quotePostId ?? 0,
    quote_user_id: row.quoteUserId ?? 0,
    message,
    message_fmt: message,
    withheld: withheld ?? null,
    checked: toFlag(row.checked),
    like_cnt: row.likesCnt,
    has_read: 0,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    user: context.users.toWire(row.userId),
  };
}

export function toQuotedPostWire(row: QuotedPostRow, context: PresentContext): QuotedPostWire {
  return {
    ...toPostBody(row, context),
    forum_id: row.forumId,
    deleted_at: row.state === 'deleted' ? (row.deletedAt ?? row.updatedAt).toISOString() : null,
    edited_at: row.editedAt?.toISOString() ?? null,
    storey: row.floor,
  };
}

export const toFirstPostWire = (
  row: PostRow,
  comments: CommentWire[],
  context: PresentContext,
): FirstPostWire => ({ ...toPostBody(row, context), post_comment: comments });

export interface PostParts {
  thread: ThreadBriefWire;
  quote: QuotedPostRow | undefined;
  comments: CommentWire[];
}

/** A reply in its thread. A deleted quote has no text, a moved one is missing. */
export function toPostWire(
  row: PostRow,
  { thread, quote, comments }: PostParts,
  context: PresentContext,
): PostWire {
  const { reference, users, viewer } = context;
  const shown = getWithheldText(row, context) === undefined;
  const quoted = quote && shown ? toQuotedPostWire(quote, context) : null;
  return {
    ...toQuotedPostWire(row, context),
    is_login: toFlag(viewer !== null),
    is_up: row.liked,
    is_top_forum: toFlag(row.featured),
    quote_user: row.quoteUserId !== null && quoted ? users.toWire(row.quoteUserId) : null,
    quote_post: quoted,
    son_post: quoted,
    thread,
    post_comment: shown ? comments : [],
    group_forum: toGroupInForumWire(
      reference,
      row.forumId,
      row.userId,
      users.getRow(row.userId).groupId,
    ),
    total: shown ? row.commentsCnt : 0,
  };
}

/** Minimum bytes of non-empty HTML that clients of the public feed require. */
const MIN_FEED_HTML_BYTES = 10;
const toFeedHtml = (html: string): string =>
  html === '' || Buffer.byteLength(html) >= MIN_FEED_HTML_BYTES ? html : `<div>${html}</div>`;

export interface PublicPostRow extends Omit<PublicPostWire, 'message' | 'message_fmt'> {
  html: string;
}
/** SQL columns of a PublicPostRow of `p`. A text over the limit is empty. */
export const publicPostColumns = `
  p.id,
  p.thread_id,
  p.forum_id,
  p.user_id,
  (p.floor = 0)::int as is_first,
  p.images_cnt as images_num,
  p.files_cnt as files_num,
  p.likes_cnt as like_cnt,
  ${isoSql('p.created_at')} as created_at,
  ${isoSql('p.updated_at')} as updated_at,
  ${listedTextSql('p.html', 'p.id', { otherwise: "''" })} as html`;

/** A shown post for the public feed. Its URLs are absolute, on `siteUrl`. */
export function toPublicPostWire(
  { html, ...post }: PublicPostRow,
  siteUrl: string,
): PublicPostWire {
  const message = toAbsoluteAddresses(html, `${siteUrl}/post/${post.thread_id}`);
  return { ...post, message, message_fmt: toFeedHtml(message) };
}
