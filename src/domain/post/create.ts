import { AppError } from '#contracts/errors.ts';
import type { ThreadLanguage } from '#contracts/language.ts';
import { REPEAT_WINDOW_SECONDS, REPLIES_PER_PAGE } from '#contracts/limits.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { INVALIDATION_CHANNEL } from '#publish/invalidation.ts';
import { toTsvector } from '#search/tsvector.ts';
import { forumReadableSql } from '../forum/access.ts';
import { prepareNewMessage } from '../message/prepare.ts';
import { readWordFilter, wordListVersionSql } from '../message/read-word-filter.ts';
import { toSanitizePolicy } from '../message/sanitize-policy.ts';
import type { WritingGate } from '../message/writing-gate.ts';
import { heatSql } from '../thread/heat.ts';
import { levelSql } from '../user/level-sql.ts';
import { toReaderGroupId } from '../viewer.ts';
import { getUsersToNotify } from './notify.ts';
import type { PostAuthor } from './post-author.ts';

export interface NewReply {
  threadId: number;
  /** HTML as the author sent it. */
  message: string;
  quotePostId?: number | undefined;
  /** Users who are mentioned. */
  mentions?: readonly number[] | undefined;
  gate?: WritingGate | undefined;
}

export interface CreatedReply {
  id: number;
  floor: number;
  threadId: number;
  forumId: number;
  language: ThreadLanguage;
  /** Shown to everybody, not to its author alone. */
  checked: boolean;
  /** src of frames that were taken out; the caller logs them (R13). */
  removedFrames: string[];
}
export const CREDITS_PER_REPLY = 2;

interface ReplyContext {
  threadAuthor: number;
  forumId: number;
  state: string;
  checked: boolean;
  closed: boolean;
  allowed: boolean;
  quoteAuthor: number | null;
  quoteThread: number | null;
  config: unknown;
  configVersion: number | null;
  wordsVersion: string;
}

const readReplyContext = statement<
  ReplyContext,
  { threadId: number; quotePostId: number | null; reader: number | null }
>(`
  select
    t.user_id as "threadAuthor",
    t.forum_id as "forumId",
    t.state,
    t.checked,
    t.closed,
    ${forumReadableSql('f', ':reader')} as allowed,
    q.user_id as "quoteAuthor",
    q.thread_id as "quoteThread",
    c.value as config,
    c.version as "configVersion",
    ${wordListVersionSql} as "wordsVersion"
  from thread t
  join forum f on f.id = t.forum_id
  left join post q on q.id = :quotePostId
  left join config_entry c on c.field = 'iframe_allow'
  where t.id = :threadId`);

/*
 * A reply is one statement: it is the product's hottest write, and each further round trip would
 * cost as much again. Rows are locked in the order thread, user, day, forum (the parts that nothing
 * refers to run from the last to the first), which every other verb follows too.
 */
const insertReply = statement<
  {
    id: number;
    floor: number;
    forumId: number;
    language: ThreadLanguage;
  },
  {
    threadId: number;
    userId: number;
    source: string;
    html: string;
    policy: number;
    excerpt: string;
    contentHash: string;
    quotePostId: number | null | undefined;
    quoteAuthor: number | null;
    images: number;
    ip: string;
    timeZone: string;
    /** People to tell, with their categories and kinds. */
    toldIds: readonly number[];
    toldCategories: readonly number[];
    toldKinds: readonly string[];
    /** Pictures of ours. */
    uploads: readonly number[];
    /** One that waits for review takes its floor and is counted nowhere. */
    checked: boolean;
    /** For searches: the text of a tsvector. */
    tokens: string;
    waits: string;
  }
>(`
  with fresh as (
    insert into recent_content (user_id, content_hash)
    values (:userId, :contentHash)
    on conflict (user_id, content_hash) do update set written_at = now()
    where recent_content.written_at < now() - interval '${REPEAT_WINDOW_SECONDS} seconds'
    returning 1
  ),
  given as materialized (
    select nextval(pg_get_serial_sequence('post', 'id'))::int as id
    from fresh
  ),
  changed as (
    update thread
    set
      last_floor = last_floor + 1,
      replies_cnt = replies_cnt + :checked::bool::int,
      last_post_id = case when :checked then given.id else last_post_id end,
      last_user_id = case when :checked then :userId else last_user_id end,
      last_reply_at = case when :checked then now() else last_reply_at end,
      hot = ${heatSql('created_at', '(replies_cnt + :checked::bool::int)', 'likes_cnt')}
    from given
    where thread.id = :threadId and state = 'normal' and checked and not closed
    returning given.id as post_id, thread.id, forum_id, last_floor, language
  ),
  written as (
    insert into post (
      id,
      thread_id,
      forum_id,
      user_id,
      floor,
      source,
      html,
      policy,
      excerpt,
      content_hash,
      quote_post_id,
      quote_user_id,
      images_cnt,
      created_ip,
      checked,
      search
    )
    select
      post_id,
      id,
      forum_id,
      :userId,
      last_floor,
      :source,
      :html,
      :policy,
      :excerpt,
      :contentHash,
      :quotePostId,
      :quoteAuthor,
      :images,
      :ip,
      :checked,
      :tokens::text::tsvector
    from changed
    returning id
  ),
  shows as (
    insert into post_upload (post_id, upload_id)
    select post_id, upload.id
    from changed, upload
    where upload.id = any(:uploads::int[])
  ),
  in_forum as (
    update forum
    set posts_cnt = posts_cnt + 1
    from changed
    where :checked and forum.id = changed.forum_id
  ),
  today as (
    insert into forum_day (forum_id, day, replies)
    select forum_id, (now() at time zone :timeZone)::date, 1
    from changed
    where :checked
    on conflict (forum_id, day) do update set replies = forum_day.replies + 1
  ),
  author as (
    update "user"
    set
      posts_cnt = posts_cnt + 1,
      credits = credits + ${CREDITS_PER_REPLY},
      level_id = ${levelSql('level_id', `credits + ${CREDITS_PER_REPLY}`)}
    from changed
    where :checked and "user".id = :userId
  ),
  told as (
    insert into notification (
      user_id,
      category,
      kind,
      actor_id,
      thread_id,
      post_id
    )
    select
      someone.id,
      someone.category,
      someone.kind,
      :userId,
      changed.id,
      changed.post_id
    from changed,
      unnest(
        :toldIds::int[],
        :toldCategories::smallint[],
        :toldKinds::text[]
      ) as someone(id, category, kind)
    join "user" u on u.id = someone.id
    where :checked and coalesce((u.notify ->> someone.kind)::boolean, true)
  ),
  waits as (
    insert into held (post_id, reason, tell, categories, kinds)
    select post_id, :waits, :toldIds::int[], :toldCategories::smallint[], :toldKinds::text[]
    from changed
    where not :checked
  ),
  touched as (
    insert into touched_tag (tag, urgency)
    select tag, urgency
    from changed,
      lateral (
        values
          (format('t:%s:p%s', id, greatest(1, ceil(last_floor / ${REPLIES_PER_PAGE}.0)::int)), 2),
          (format('r:%s', id), 3),
          ('l:0:latest', 3),
          (format('l:%s:latest', forum_id), 3),
          (format('t:%s:n', id), 4),
          ('l:0:hot', 4),
          (format('l:%s:hot', forum_id), 4),
          ('today', 4),
          (format('u:%s:page', :userId::int), 4)
      ) as tags(tag, urgency)
    where :checked or urgency = 2
    union all
    select format('t:%s:pages', id), 2
    from changed
    where last_floor > ${REPLIES_PER_PAGE} and last_floor % ${REPLIES_PER_PAGE} = 1
  )
  select
    post_id as id,
    last_floor as floor,
    forum_id as "forumId",
    language,
    pg_notify('${INVALIDATION_CHANNEL}', '2,3,4')
  from changed`);

/**
 * Adds a reply to a thread; with its counters, notifications and touches, in one transaction.
 * Throws notFound, notAcceptable (the thread was taken away), forbidden (a forum that the author
 * may not read), closed, length, repeat, verify (sensitive words). One with words that wait for
 * review is stored and shown to its author alone.
 */
export async function createReply(
  db: Db,
  site: { host: string; timeZone: string },
  author: PostAuthor,
  reply: NewReply,
): Promise<CreatedReply> {
  const [context] = await readReplyContext(db, {
    threadId: reply.threadId,
    quotePostId: reply.quotePostId ?? null,
    reader: toReaderGroupId(author),
  });
  if (!context) throw new AppError('notFound');
  if (context.state !== 'normal' || !context.checked) throw new AppError('notAcceptable');
  if (!context.allowed) throw new AppError('forbidden');
  if (context.closed) throw new AppError('closed');
  if (context.quoteThread !== null && context.quoteThread !== reply.threadId)
    throw new AppError('malformed', { values: { field: 'quote_post_id' } });
  const message = await prepareNewMessage(
    db,
    reply.message,
    toSanitizePolicy(context.config, context.configVersion, site.host),
    { wordFilter: await readWordFilter(db, context.wordsVersion) },
  );
  const held = await reply.gate?.(message);
  const checked = !(message.review || held);
  const { ids, categories, kinds } = getUsersToNotify(author.userId, context, [
    ...(reply.mentions ?? []),
    ...message.mentions,
  ]);
  const [written] = await insertReply(db, {
    threadId: reply.threadId,
    userId: author.userId,
    source: message.source,
    html: message.html,
    policy: message.policy,
    excerpt: message.excerpt,
    contentHash: message.contentHash,
    quotePostId: context.quoteAuthor === null ? null : reply.quotePostId,
    quoteAuthor: context.quoteAuthor,
    images: message.images,
    ip: author.ip,
    timeZone: site.timeZone,
    toldIds: ids,
    toldCategories: categories,
    toldKinds: kinds,
    uploads: message.uploads,
    checked,
    tokens: toTsvector(message.text),
    waits: message.review ? 'words' : (held ?? ''),
  });
  if (!written)
    throw new AppError(
      (
        await readReplyContext(db, {
          threadId: reply.threadId,
          quotePostId: null,
          reader: toReaderGroupId(author),
        })
      )[0]?.closed
        ? 'closed'
        : 'repeat',
    );
  return {
    id: written.id,
    floor: written.floor,
    threadId: reply.threadId,
    forumId: written.forumId,
    language: written.language,
    checked,
    removedFrames: message.removedFrames,
  };
}
