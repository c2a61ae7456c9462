import { appearanceOf } from '#contracts/appearance.ts';
import { type Lang, threadLanguageOf } from '#contracts/language.ts';
import { truncateText } from '#contracts/truncate-text.ts';
import { computeHeat } from '#domain/content/thread/heat.ts';
import { hashContent } from '#domain/message/prepare.ts';
import { toTsvector } from '#search/tsvector.ts';
import { copyLine } from './copy-rows.ts';
import type { DrawnMessage, MessageWriter } from './draw-messages.ts';
import type { VolumePlan } from './plan-volume.ts';

/* The rows of a plan, per table in order of id. */

export interface FirstIds {
  user: number;
  thread: number;
  post: number;
  comment: number;
}

export interface Volume extends VolumePlan {
  ids: FirstIds;
  writer: MessageWriter;
  policy: number;
  memberGroup: number;
  report(table: string, rows: number): void;
}

const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString();
const EXCERPT_CHARACTERS = 200;

export const USER_COLUMNS = [
  'id',
  'username',
  'nickname',
  'name_appearance',
  'description',
  'language',
  'group_id',
  'logins_cnt',
  'login_at',
  'created_at',
  'updated_at',
];

export function* userRows({
  users,
  joined,
  ids,
  writer,
  random,
  memberGroup,
  now,
}: Volume): Generator<string> {
  for (let index = 0; index < users; index++) {
    const lang: Lang = random() < 0.6 ? 'zh' : 'en';
    const at = joined[index] as number;
    const id = ids.user + index;
    const name = writer.nickname('en').replace(' ', '').toLowerCase();
    const description = random() < 0.3 ? writer.comment(lang).text : '';
    const nickname = writer.nickname(lang);
    yield copyLine([
      id,
      `${name}${id}`,
      nickname,
      appearanceOf(nickname),
      description,
      lang,
      memberGroup,
      1 + Math.floor(random() * 200),
      isoTime(at + Math.floor(random() * (now - at))),
      isoTime(at),
      isoTime(at),
    ]);
  }
}

export const POST_COLUMNS = [
  'id',
  'thread_id',
  'forum_id',
  'user_id',
  'floor',
  'source',
  'html',
  'policy',
  'excerpt',
  'content_hash',
  'quote_post_id',
  'quote_user_id',
  'state',
  'featured',
  'likes_cnt',
  'comments_cnt',
  'created_at',
  'updated_at',
  'deleted_at',
  'deleted_by',
];

export const POST_SEARCH_COLUMNS = ['post_id', 'comment_id', 'author_id', 'tokens'];

/** Columns of a thread that come from its first post. */
export interface ThreadBeginning {
  excerpt: string;
  subject: string;
}

/** Posts in order of writing. Fills the `beginnings` of threads, and `searchRows`. */
export function* postRows(
  volume: Volume,
  beginnings: ThreadBeginning[],
  searchRows: string[],
): Generator<string> {
  const {
    posts,
    order,
    author,
    postedAt,
    isDeleted,
    likes,
    comments,
    featured,
    writeOrder,
    threadStart,
    english,
    forumIndex,
    forums,
    ids,
    writer,
    policy,
    random,
    report,
  } = volume;
  const threadOf = new Int32Array(posts);
  for (let thread = 0; thread < volume.threads; thread++)
    threadOf.fill(thread, threadStart[thread], threadStart[thread + 1]);
  for (let index = 0; index < posts; index++) {
    const place = order[index] as number;
    const thread = threadOf[place] as number;
    const floor = place - (threadStart[thread] as number);
    const lang = english[thread] ? 'en' : 'zh';
    const { html, text } = writer.message(
      lang,
      floor === 0 ? 2 + Math.floor(random() ** 2 * 24) : 1 + Math.floor(random() ** 3 * 12),
    );
    const excerpt = truncateText(text, EXCERPT_CHARACTERS);
    const subject = floor === 0 ? writer.subject(lang) : '';
    if (floor === 0) beginnings[thread] = { excerpt, subject };
    const quoted =
      floor > 1 && random() < 0.18
        ? place - 1 - Math.floor(random() ** 3 * Math.min(floor - 1, 40))
        : undefined;
    const userId = ids.user + (author[place] as number);
    const isDeletedPost = isDeleted[place] === 1;
    const time = isoTime(postedAt[place] as number);
    searchRows.push(copyLine([ids.post + index, 0, userId, toTsvector(text, subject)]));
    yield copyLine([
      ids.post + index,
      ids.thread + thread,
      forums[forumIndex[thread] as number]?.forumId as number,
      userId,
      floor,
      html,
      html,
      policy,
      excerpt,
      hashContent(text, []),
      quoted === undefined ? null : ids.post + (writeOrder[quoted] as number),
      quoted === undefined ? null : ids.user + (author[quoted] as number),
      isDeletedPost ? 'deleted' : 'normal',
      featured[place] === 1,
      floor === 0 ? 0 : (likes[place] as number),
      comments[place] as number,
      time,
      time,
      isDeletedPost ? time : null,
      isDeletedPost ? userId : null,
    ]);
    if (index % 4096 === 0) report('posts', index);
  }
}

const THREAD_STATES = ['normal', 'hidden', 'deleted'] as const;
export const THREAD_COLUMNS = [
  'id',
  'forum_id',
  'theme_id',
  'user_id',
  'subject',
  'excerpt',
  'language',
  'state',
  'closed',
  'resolved',
  'digest',
  'digest_forum',
  'hot',
  'views_cnt',
  'replies_cnt',
  'last_floor',
  'likes_cnt',
  'favourites_cnt',
  'first_post_id',
  'last_post_id',
  'last_user_id',
  'last_reply_at',
  'created_at',
  'updated_at',
  'deleted_at',
  'deleted_by',
];

/** Threads. Fills `favourites` with the count of each. */
export function* threadRows(
  volume: Volume,
  beginnings: readonly ThreadBeginning[],
  favourites: Uint8Array,
): Generator<string> {
  const {
    threads,
    threadStart,
    forumIndex,
    forums,
    theme,
    author,
    english,
    threadState,
    likes,
    postedAt,
    isDeleted,
    writeOrder,
    ids,
    random,
  } = volume;
  for (let thread = 0; thread < threads; thread++) {
    const first = threadStart[thread] as number;
    const end = threadStart[thread + 1] as number;
    let shown = 0;
    let last = first;
    for (let place = first + 1; place < end; place++) {
      if (isDeleted[place]) continue;
      shown++;
      last = place;
    }
    const liked = likes[first] as number;
    favourites[thread] = random() < 0.08 ? 1 + Math.floor(random() * 3) : 0;
    const lang = english[thread] ? 'en' : 'zh';
    const created = postedAt[first] as number;
    const userId = ids.user + (author[first] as number);
    const state = THREAD_STATES[threadState[thread] as number] as string;
    const { subject, excerpt } = beginnings[thread] as ThreadBeginning;
    const views = 12 + (end - first) * 23 + liked * 9 + Math.floor(random() * 200);
    yield copyLine([
      ids.thread + thread,
      forums[forumIndex[thread] as number]?.forumId as number,
      theme[thread] as number,
      userId,
      subject,
      excerpt,
      threadLanguageOf(lang),
      state,
      random() < 0.015,
      random() < 0.2,
      random() < 0.008,
      random() < 0.012,
      computeHeat(new Date(created * 1000), { replies: shown, likes: liked, views }),
      views,
      shown,
      end - first - 1,
      liked,
      favourites[thread] as number,
      ids.post + (writeOrder[first] as number),
      ids.post + (writeOrder[last] as number),
      ids.user + (author[last] as number),
      isoTime(postedAt[last] as number),
      isoTime(created),
      isoTime(created),
      state === 'deleted' ? isoTime(created) : null,
      state === 'deleted' ? userId : null,
    ]);
  }
}

export const COMMENT_COLUMNS = [
  'id',
  'post_id',
  'thread_id',
  'user_id',
  'source',
  'html',
  'policy',
  'excerpt',
  'content_hash',
  'created_at',
  'updated_at',
];

/** Comments. Fills `searchRows`. */
export function* commentRows(
  {
    threads,
    threadStart,
    comments,
    postedAt,
    writeOrder,
    users,
    english,
    ids,
    writer,
    policy,
    random,
    now,
  }: Volume,
  searchRows: string[],
): Generator<string> {
  let id = ids.comment;
  for (let thread = 0; thread < threads; thread++) {
    for (
      let place = threadStart[thread] as number;
      place < (threadStart[thread + 1] as number);
      place++
    ) {
      for (let one = 0; one < (comments[place] as number); one++) {
        const { html, text }: DrawnMessage = writer.comment(english[thread] ? 'en' : 'zh');
        const time = isoTime(Math.min(now - 1, (postedAt[place] as number) + 240 * (one + 1)));
        const postId = ids.post + (writeOrder[place] as number);
        const userId = ids.user + Math.floor(random() * users);
        searchRows.push(copyLine([postId, id, userId, toTsvector(text)]));
        yield copyLine([
          id++,
          postId,
          ids.thread + thread,
          userId,
          html,
          html,
          policy,
          truncateText(text, EXCERPT_CHARACTERS),
          hashContent(text, []),
          time,
          time,
        ]);
      }
    }
  }
}

/** `count` consecutive users from a random one: random enough here. */
function* someUsers(count: number, { users, ids, random }: Volume): Generator<number> {
  const from = Math.floor(random() * users);
  for (let step = 0; step < Math.min(count, users); step++)
    yield ids.user + ((from + step * 7919) % users);
}

export const POST_LIKE_COLUMNS = ['user_id', 'post_id', 'created_at'];

export function* postLikeRows(volume: Volume): Generator<string> {
  for (let thread = 0; thread < volume.threads; thread++) {
    for (
      let place = (volume.threadStart[thread] as number) + 1;
      place < (volume.threadStart[thread + 1] as number);
      place++
    ) {
      const time = isoTime(Math.min(volume.now - 1, (volume.postedAt[place] as number) + 3_600));
      for (const userId of someUsers(volume.likes[place] as number, volume))
        yield copyLine([userId, volume.ids.post + (volume.writeOrder[place] as number), time]);
    }
  }
}

/** Also favourites, which have the same columns. */
export const THREAD_LIKE_COLUMNS = ['user_id', 'thread_id', 'created_at'];

export function* threadLikeRows(
  volume: Volume,
  counts: (thread: number) => number,
): Generator<string> {
  for (let thread = 0; thread < volume.threads; thread++) {
    const time = isoTime(
      Math.min(
        volume.now - 1,
        (volume.postedAt[volume.threadStart[thread] as number] as number) + 7_200,
      ),
    );
    for (const userId of someUsers(counts(thread), volume))
      yield copyLine([userId, volume.ids.thread + thread, time]);
  }
}
