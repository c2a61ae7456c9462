import { escapeHtml } from '#contracts/escape-html.ts';
import { toThreadFieldsWire } from '#contracts/thread-fields.ts';
import type { ThreadListItemWire } from '#contracts/wire/own-content.ts';
import type { ThreadBriefWire } from '#contracts/wire/post.ts';
import type { AttrWire, ThreadSummaryWire } from '#contracts/wire/thread.ts';
import { pickColumns, type RowOf } from '#db/pick-columns.ts';
import * as schema from '#db/schema/index.ts';
import { toGroupInForumWire } from '../../forums/moderators.ts';
import { readerExcerptSql, toReaderExcerpt } from '../../message/reader-text.ts';
import type { PresentContext } from '../../people/present-context.ts';
import { userVersionSql } from '../../people/presented-users.ts';
import { toFlag } from '../../shared/to-flag.ts';
import { THREAD_FIELDS } from './thread-row.ts';

/** Fields that only the API has, or that differ from the row. */
const THREAD_COLUMNS = pickColumns(
  schema.thread,
  `
  id forumId themeId userId subject excerpt language state checked closed resolved top topForum
  digest digestForum hot hasPoll lastFloor likesCnt imagesCnt filesCnt moderationsCnt firstPostId
  lastPostId lastUserId deletedAt
  `,
);

export interface ThreadWireRow extends RowOf<typeof THREAD_FIELDS>, RowOf<typeof THREAD_COLUMNS> {
  userVersion: string;
  /** Excerpt of the first post, from `readerExcerptSql`. */
  readerExcerpt: string | null;
  lastNickname: string;
}

/** SQL columns of a ThreadWireRow from `t`. */
export const threadWireColumns = `
  ${THREAD_FIELDS.sql('t')},
  ${THREAD_COLUMNS.sql('t')},
  ${userVersionSql('t.user_id')} as "userVersion",
  case
    when t.excerpt = '' then (
      select ${readerExcerptSql('html', 'excerpt')} from post where id = t.first_post_id
    )
    else t.excerpt
  end as "readerExcerpt",
  (select nickname from "user" where id = coalesce(t.last_user_id, t.user_id)) as "lastNickname"`;

export const STATE_NUMBERS = { normal: 0, hidden: 1, deleted: 2 } as const;

export const toAttributesWire = (row: Pick<ThreadWireRow, 'resolved'>): AttrWire[] =>
  row.resolved ? [{ name: 'Resolved', value: '1' }] : [];

/** Context that decides which fields of a thread are visible. */
type ThreadPresentContext = Pick<PresentContext, 'withheldTexts' | 'timeAgo'> & {
  users: Pick<PresentContext['users'], 'isHidden'>;
};

/** Fields of every wire form of a thread. */
function toSharedFields(
  row: ThreadWireRow,
  { users, withheldTexts, timeAgo }: ThreadPresentContext,
) {
  const fields = toThreadFieldsWire(row);
  const lastAgo = timeAgo(row.lastReplyAt);
  return {
    ...fields,
    id: row.id,
    forum_id: row.forumId,
    top: row.top,
    user_id: row.userId,
    subject: users.isHidden(row.userId) ? withheldTexts.hiddenThread : row.subject,
    mods_cnt: row.moderationsCnt,
    isclosed: toFlag(row.closed),
    last_user_id: row.lastUserId ?? row.userId,
    last_post_id: row.lastPostId ?? 0,
    // Latest activity of the thread: the sort key of lists by updated_at.
    updated_at: fields.last_date,
    state: STATE_NUMBERS[row.state],
    type_id: row.themeId,
    hot_value: row.hot,
    last_date_desc: lastAgo,
    created_at_desc: timeAgo(row.createdAt),
    updated_at_desc: lastAgo,
    is_poll: toFlag(row.hasPoll),
  };
}

/** A thread in a list; `message` is the first post's excerpt as HTML. */
export function toThreadSummaryWire(
  row: ThreadWireRow,
  context: PresentContext,
): ThreadSummaryWire {
  const { reference, users, withheldTexts, mediaWords } = context;
  const message = users.isHidden(row.userId)
    ? withheldTexts.hiddenThread
    : escapeHtml(toReaderExcerpt(row.readerExcerpt ?? '', mediaWords));
  return {
    ...toSharedFields(row, context),
    message,
    message_fmt: message,
    last_username: row.lastNickname,
    type: reference.themes.get(row.themeId) as ThreadSummaryWire['type'],
    user: users.toWire(row.userId),
    forum: reference.forums.get(row.forumId) as ThreadSummaryWire['forum'],
    group_forum: toGroupInForumWire(
      reference,
      row.forumId,
      row.userId,
      users.getRow(row.userId).groupId,
    ),
    is_digest: toFlag(row.digest),
    is_digest_forum: toFlag(row.digestForum),
    is_top_forum: row.topForum,
    files_num: row.filesCnt,
    images_num: row.imagesCnt,
    attrs: toAttributesWire(row),
  };
}

/** A thread as a reference in other objects. */
export const toThreadBriefWire = (
  row: ThreadWireRow,
  context: ThreadPresentContext,
): ThreadBriefWire => ({
  ...toSharedFields(row, context),
  first_post_id: row.firstPostId ?? 0,
  checked: toFlag(row.checked),
  like_cnt: row.likesCnt,
  deleted_at: row.deletedAt?.toISOString() ?? null,
  Language: row.language,
});

/** A thread in a list of the viewer's own threads. */
export function toThreadListItemWire(
  row: ThreadWireRow,
  context: PresentContext,
): ThreadListItemWire {
  const { images_num, files_num, last_username, is_digest, user, forum, type, attrs } =
    toThreadSummaryWire(row, context);
  return {
    ...toThreadBriefWire(row, context),
    images_num,
    files_num,
    last_username,
    is_digest,
    user,
    forum,
    type,
    attrs,
  };
}
