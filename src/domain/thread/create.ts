import { AppError } from '#contracts/errors.ts';
import { THREAD_LANGUAGES, type ThreadLanguage } from '#contracts/language.ts';
import {
  countCharacters,
  isBlank,
  MAX_POLL_DAYS,
  MAX_POLL_OPTION_CHARACTERS,
  MAX_POLL_OPTIONS,
  MAX_POLL_QUESTION_CHARACTERS,
  MAX_SUBJECT_CHARACTERS,
  MIN_POLL_OPTIONS,
  MIN_SUBJECT_CHARACTERS,
  nonBlankLines,
  normalizeLine,
  REPEAT_WINDOW_SECONDS,
} from '#contracts/limits.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, type Runner, statement } from '#db/statement.ts';
import { touch } from '#publish/touch.ts';
import { vectorOf } from '#search/vector.ts';
import { readableSql, readerOf } from '../forum/access.ts';
import { writtenLinks } from '../message/addresses.ts';
import { readPolicy } from '../message/policy.ts';
import { type Gate, type Prepared, prepareWritten } from '../message/prepare.ts';
import { type Listed, readScreen, type Screen, screenLine } from '../message/screening.ts';
import type { Author } from '../post/create.ts';
import { setPostUploads } from '../upload/used.ts';
import { levelSql } from '../user/level.ts';
import { heatSqlText } from './hot.ts';
import { touchedByThread } from './touched.ts';

export interface NewPoll {
  question: string;
  options: string[];
  maxChoices: number;
  days: number;
  resultsVisible: boolean;
}

export interface NewThread {
  forumId: number;
  themeId: number;
  subject: string;
  /** HTML as the author sent it. */
  message: string;
  language: ThreadLanguage;
  poll?: NewPoll | undefined;
  gate?: Gate | undefined;
}

export const CREDITS_PER_THREAD = 5;

/** A subject as it is stored; throws `length` (R23). */
export function prepareSubject(subject: string): string {
  const line = normalizeLine(subject);
  const length = countCharacters(line);
  if (length < MIN_SUBJECT_CHARACTERS || length > MAX_SUBJECT_CHARACTERS || isBlank(line))
    throw new AppError('length', {
      values: { min: MIN_SUBJECT_CHARACTERS, max: MAX_SUBJECT_CHARACTERS },
    });
  return line;
}

/**
 * A subject with the words replaced that are, and the sensitive words that stood in it (R14).
 * Throws `length`.
 */
export function screenSubject(screen: Screen, sent: string): { subject: string; listed: Listed[] } {
  const { text, listed } = screenLine(screen, prepareSubject(sent));
  return { subject: prepareSubject(text), listed };
}

/** The same for a poll: its question and options, one on each line. */
function screenPoll(screen: Screen, poll: NewPoll): { poll: NewPoll; listed: Listed[] } {
  const { text, listed } = screenLine(screen, [poll.question, ...poll.options].join('\n'));
  const [question = '', ...options] = text.split('\n');
  return { poll: preparePoll({ ...poll, question, options }), listed };
}

function preparePoll(poll: NewPoll): NewPoll {
  const question = normalizeLine(poll.question);
  const options = nonBlankLines(poll.options);
  const texts =
    options.every((option) => countCharacters(option) <= MAX_POLL_OPTION_CHARACTERS) &&
    countCharacters(question) <= MAX_POLL_QUESTION_CHARACTERS &&
    new Set(options).size === options.length;
  const numbers =
    options.length >= MIN_POLL_OPTIONS &&
    options.length <= MAX_POLL_OPTIONS &&
    poll.maxChoices >= 1 &&
    poll.maxChoices <= options.length &&
    poll.days >= 1 &&
    poll.days <= MAX_POLL_DAYS;
  if (!texts || !numbers) throw new AppError('limit');
  return { ...poll, options, question };
}

export const placeOf = statement<
  { allowed: boolean },
  { forumId: number; themeId: number; reader: number | null }
>(`
  select ${readableSql('f', ':reader')} as allowed
  from forum f
  join theme th on th.forum_id = f.id and th.id = :themeId
  where f.id = :forumId`);

const claim = statement<unknown, { userId: number; contentHash: string }>(`
  insert into recent_content (user_id, content_hash)
  values (:userId, :contentHash)
  on conflict (user_id, content_hash) do update set written_at = now()
  where recent_content.written_at < now() - interval '${REPEAT_WINDOW_SECONDS} seconds'
  returning 1`);

const insertThread = statement<
  { id: number; postId: number },
  {
    forumId: number;
    themeId: number;
    userId: number;
    subject: string;
    excerpt: string;
    language: string;
    poll: boolean;
    images: number;
    source: string;
    html: string;
    policy: number;
    contentHash: string;
    ip: string;
    timeZone: string;
    /** One that waits for review is counted nowhere. */
    checked: boolean;
    vector: string;
    waits: string;
    mentions: readonly number[];
  }
>(`
  with given as materialized (
    select
      nextval(pg_get_serial_sequence('thread', 'id'))::int as thread_id,
      nextval(pg_get_serial_sequence('post', 'id'))::int as post_id
  ),
  added as (
    insert into thread (
      id,
      forum_id,
      theme_id,
      user_id,
      subject,
      excerpt,
      language,
      has_poll,
      images_cnt,
      first_post_id,
      last_post_id,
      last_user_id,
      hot,
      checked
    )
    select
      thread_id,
      :forumId,
      :themeId,
      :userId,
      :subject,
      :excerpt,
      :language,
      :poll,
      :images,
      post_id,
      post_id,
      :userId,
      ${heatSqlText('now()', '0', '0')},
      :checked
    from given
    returning id, first_post_id
  ),
  first_post as (
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
      images_cnt,
      created_ip,
      checked,
      search
    )
    select
      first_post_id,
      id,
      :forumId,
      :userId,
      0,
      :source,
      :html,
      :policy,
      :excerpt,
      :contentHash,
      :images,
      :ip,
      :checked,
      :vector::text::tsvector
    from added
  ),
  waits as (
    insert into held (post_id, reason, tell, categories, kinds)
    select
      first_post_id,
      :waits,
      :mentions::int[],
      array_fill(6, array[cardinality(:mentions::int[])]),
      array_fill('mention'::text, array[cardinality(:mentions::int[])])
    from added
    where not :checked
  ),
  in_forum as (
    update forum
    set
      threads_cnt = threads_cnt + 1,
      posts_cnt = posts_cnt + 1,
      english_cnt = english_cnt + (:language = 'en_US')::int
    where :checked and id = :forumId
  ),
  today as (
    insert into forum_day (forum_id, day, threads)
    select :forumId, (now() at time zone :timeZone)::date, 1
    where :checked
    on conflict (forum_id, day) do update set threads = forum_day.threads + 1
  ),
  kind as (
    update theme
    set threads_cnt = threads_cnt + 1
    where :checked and id = :themeId
  ),
  author as (
    update "user"
    set
      threads_cnt = threads_cnt + 1,
      posts_cnt = posts_cnt + 1,
      credits = credits + ${CREDITS_PER_THREAD},
      level_id = ${levelSql('level_id', `credits + ${CREDITS_PER_THREAD}`)}
    where :checked and id = :userId
  )
  select id, first_post_id as "postId"
  from added`);

const insertPoll = statement<
  unknown,
  {
    id: number;
    question: string;
    maxChoices: number;
    resultsVisible: boolean;
    days: number;
    options: readonly string[];
  }
>(`
  with added as (
    insert into poll (
      thread_id,
      question,
      max_choices,
      results_visible,
      days,
      expires_at
    )
    values (
      :id,
      :question,
      :maxChoices,
      :resultsVisible,
      :days::int,
      now() + :days::int * interval '1 day'
    )
  )
  insert into poll_option (thread_id, rank, text)
  select :id, rank - 1, text
  from unnest(:options::text[]) with ordinality as option(text, rank)`);

const tellMentioned = statement<
  unknown,
  { mentions: readonly number[]; userId: number; id: number }
>(`
  insert into notification (user_id, category, kind, actor_id, thread_id)
  select id, 6, 'mention', :userId, :id
  from "user"
  where id = any(:mentions::int[])
    and id <> :userId
    and coalesce((notify ->> 'mention')::boolean, true)`);

async function write(
  tx: Runner,
  author: Author,
  thread: NewThread,
  subject: string,
  message: Prepared & { waits: string | undefined },
  poll: NewPoll | undefined,
  timeZone: string,
): Promise<number> {
  if ((await claim(tx, { userId: author.userId, contentHash: message.contentHash })).length === 0)
    throw new AppError('repeat');
  const [added] = await insertThread(tx, {
    forumId: thread.forumId,
    themeId: thread.themeId,
    userId: author.userId,
    subject,
    excerpt: message.excerpt,
    language: thread.language,
    poll: Boolean(poll),
    images: message.images,
    source: message.source,
    html: message.html,
    policy: message.policy,
    contentHash: message.contentHash,
    ip: author.ip,
    timeZone,
    checked: message.waits === undefined,
    vector: vectorOf(message.text, subject),
    waits: message.waits ?? '',
    mentions: message.mentions.filter((id) => id !== author.userId).slice(0, 20),
  });
  const { id, postId } = added as { id: number; postId: number };
  if (message.uploads.length > 0) await setPostUploads(tx, postId, message.uploads);
  if (poll)
    await insertPoll(tx, {
      id,
      question: poll.question,
      maxChoices: poll.maxChoices,
      resultsVisible: poll.resultsVisible,
      days: poll.days,
      options: poll.options,
    });
  if (message.waits !== undefined) return id;
  if (message.mentions.length > 0)
    await tellMentioned(tx, { mentions: message.mentions.slice(0, 20), userId: author.userId, id });
  await touch(
    tx,
    touchedByThread({ threadId: id, forumId: thread.forumId, userId: author.userId }),
  );
  return id;
}

/**
 * Begins a thread; with words that need a review it is shown to its author alone. Throws length,
 * limit (a poll that can't be), notFound (no such forum or theme in it), forbidden, repeat, verify.
 */
export async function createThread(
  db: Db,
  site: { host: string; timeZone: string },
  author: Author,
  thread: NewThread,
): Promise<{ id: number; removedFrames: string[] }> {
  const screen = await readScreen(db);
  const { subject, listed } = screenSubject(screen, thread.subject);
  const screened = thread.poll && screenPoll(screen, preparePoll(thread.poll));
  if (!THREAD_LANGUAGES.includes(thread.language))
    throw new AppError('malformed', { values: { field: 'language' } });
  const [[place], policy] = await Promise.all([
    placeOf(db, { forumId: thread.forumId, themeId: thread.themeId, reader: readerOf(author) }),
    readPolicy(db, site.host),
  ]);
  if (!place) throw new AppError('notFound');
  if (!place.allowed) throw new AppError('forbidden');
  const message = await prepareWritten(db, thread.message, policy, {
    outline: true,
    screen,
    beside: [...listed, ...(screened?.listed ?? [])],
  });
  const written = writtenLinks(
    [thread.subject, thread.poll?.question ?? '', ...(thread.poll?.options ?? [])].join('\n'),
    site.host,
  );
  const held = await thread.gate?.({
    links: [...message.links, ...written],
    mentions: message.mentions,
  });
  const waits = message.review ? 'words' : held;
  const id = await inTransaction(db, (tx) =>
    write(tx, author, thread, subject, { ...message, waits }, screened?.poll, site.timeZone),
  );
  return { id, removedFrames: message.removedFrames };
}
