import { escapeHtml } from '#contracts/escape-html.ts';
import type { ThreadListItemWire } from '#contracts/wire/own-content.ts';
import type { ThreadBriefWire } from '#contracts/wire/post.ts';
import type { AttrWire, ThreadSummaryWire } from '#contracts/wire/thread.ts';
import { toGroupInForumWire } from '../forum/moderators.ts';
import type { PresentContext } from '../present-context.ts';
import { toFlag } from '../to-flag.ts';
import { userVersionSql } from '../user/presented-users.ts';

export interface ThreadWireRow {
  id: number;
  forumId: number;
  themeId: number;
  userId: number;
  subject: string;
  excerpt: string;
  language: string;
  state: 'normal' | 'hidden' | 'deleted';
  checked: boolean;
  closed: boolean;
  resolved: boolean;
  top: number;
  topForum: number;
  digest: boolean;
  digestForum: boolean;
  hot: number;
  hasPoll: boolean;
  viewsCnt: number;
  repliesCnt: number;
  lastFloor: number;
  likesCnt: number;
  favouritesCnt: number;
  imagesCnt: number;
  filesCnt: number;
  moderationsCnt: number;
  firstPostId: number | null;
  lastPostId: number | null;
  lastUserId: number | null;
  lastReplyAt: Date;
  createdAt: Date;
  deletedAt: Date | null;
  userVersion: string;
  lastNickname: string;
}

/** Columns of a thread that are presented. */
const THREAD_COLUMNS = [
  'id',
  'forum_id',
  'theme_id',
  'user_id',
  'subject',
  'excerpt',
  'language',
  'state',
  'checked',
  'closed',
  'resolved',
  'top',
  'top_forum',
  'digest',
  'digest_forum',
  'hot',
  'has_poll',
  'views_cnt',
  'replies_cnt',
  'last_floor',
  'likes_cnt',
  'favourites_cnt',
  'images_cnt',
  'files_cnt',
  'moderations_cnt',
  'first_post_id',
  'last_post_id',
  'last_user_id',
  'last_reply_at',
  'created_at',
  'deleted_at',
] as const;

const toCamelCase = (name: string): string =>
  name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** SQL columns of a ThreadWireRow from `t`. */
export const threadWireColumns = `
  ${THREAD_COLUMNS.map((name) => `t.${name} as "${toCamelCase(name)}"`).join(',\n  ')},
  ${userVersionSql('t.user_id')} as "userVersion",
  (select nickname from "user" where id = coalesce(t.last_user_id, t.user_id)) as "lastNickname"`;

/** States of a thread or a post on the wire. */
export const STATE_NUMBERS = { normal: 0, hidden: 1, deleted: 2 } as const;

export const toAttributesWire = (row: Pick<ThreadWireRow, 'resolved'>): AttrWire[] =>
  row.resolved ? [{ name: 'Resolved', value: '1' }] : [];

/** What is told of a thread depends on this of what is around it. */
type ThreadPresentContext = Pick<PresentContext, 'withheldTexts' | 'timeAgo'> & {
  users: Pick<PresentContext['users'], 'isHidden'>;
};

/** What both shapes of a thread have; times that are needed twice are made once. */
function toSharedFields(
  row: ThreadWireRow,
  { users, withheldTexts, timeAgo }: ThreadPresentContext,
) {
  const createdAt = row.createdAt.toISOString();
  const lastDate = row.lastReplyAt.toISOString();
  const lastAgo = timeAgo(row.lastReplyAt);
  return {
    id: row.id,
    forum_id: row.forumId,
    top: row.top,
    user_id: row.userId,
    subject: users.isHidden(row.userId) ? withheldTexts.hidden : row.subject,
    last_date: lastDate,
    views_cnt: row.viewsCnt,
    posts_cnt: row.repliesCnt,
    mods_cnt: row.moderationsCnt,
    isclosed: toFlag(row.closed),
    last_user_id: row.lastUserId ?? row.userId,
    last_post_id: row.lastPostId ?? 0,
    created_at: createdAt,
    // Of a thread it is its latest activity: lists by updated_at are ordered by this.
    updated_at: lastDate,
    favourite_cnt: row.favouritesCnt,
    state: STATE_NUMBERS[row.state],
    type_id: row.themeId,
    hot_value: row.hot,
    last_date_desc: lastAgo,
    created_at_desc: timeAgo(row.createdAt),
    updated_at_desc: lastAgo,
    is_poll: toFlag(row.hasPoll),
  };
}

/** A thread in a list. `message` is the beginning of the first post as HTML, like every message. */
export function toThreadSummaryWire(
  row: ThreadWireRow,
  context: PresentContext,
): ThreadSummaryWire {
  const { reference, users, withheldTexts } = context;
  const message = users.isHidden(row.userId) ? withheldTexts.hidden : escapeHtml(row.excerpt);
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

/** A thread as other things refer to it. */
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
