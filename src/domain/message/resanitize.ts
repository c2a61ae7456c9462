import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '#contracts/errors.ts';
import { escapeHtml } from '#contracts/escape-html.ts';
import { MAX_MESSAGE_CHARACTERS } from '#contracts/limits.ts';
import type { Db } from '#db/client.ts';
import { saveSiteState } from '#db/site-state.ts';
import { inTransaction, type Statement, statement } from '#db/statement.ts';
import { invalidate, toInvalidations, urgency } from '#outbox/invalidation.ts';
import { MAX_TEXT_BYTES } from '#platform/limits.ts';
import type { JobContext } from '../jobs/run.ts';
import { getCommentPageTags } from '../shared/page-tags.ts';
import { readWordFilter } from './read-word-filter.ts';
import { readSanitizePolicy, type SanitizePolicy } from './sanitize-policy.ts';
import { sanitizerThread } from './sanitizer-thread.ts';
import { findAndMarkPictures } from './stored-pictures.ts';
import { filterLine, type WordFilter } from './word-filter.ts';

interface OutdatedMessage {
  id: number;
  /** Thread of the post or of the commented post; null for private messages. */
  threadId: number | null;
  floor: number | null;
  featured: boolean;
  source: string;
  html: string;
}

const BATCH_SIZE = 20;
/** Maximum share of time spent working: requests come first. */
const MAX_TIME_SHARE = 0.3;
/** Passes over all messages, to retry those that were locked or changed meanwhile. */
const MAX_PASSES = 60;
const PASS_PAUSE_MS = 1_000;

interface ResanitizedRows {
  ids: readonly number[];
  htmls: readonly string[];
  policy: number;
  /** Number of pictures per message. */
  images: readonly number[];
  /** Sources of the HTML. */
  sources: readonly string[];
}

interface MessageKind {
  name: 'post' | 'comment' | 'letter';
  selectOutdated: Statement<OutdatedMessage, { policy: number; after: number }>;
  /** Messages that are locked or were changed meanwhile stay outdated. */
  updateResanitized: Statement<{ id: number }, ResanitizedRows>;
}

const createMessageKind = (
  name: MessageKind['name'],
  locationSql: string,
  changes: string,
): MessageKind => ({
  name,
  selectOutdated: statement<OutdatedMessage, { policy: number; after: number }>(
    `
      select m.id, ${locationSql}
      where m.policy <> :policy and m.id > :after and octet_length(m.source) <= ${MAX_TEXT_BYTES}
      order by m.id
      limit ${BATCH_SIZE}`,
  ),
  updateResanitized: statement<{ id: number }, ResanitizedRows>(`
    with made as (
      select *
      from unnest(
        :ids::int[],
        :htmls::text[],
        :images::int[],
        :sources::text[]
      ) as made(id, html, images, source)
    ),
    free as (
      select m.id
      from "${name}" m
      join made on made.id = m.id and made.source = m.source
      for update of m skip locked
    )
    update "${name}" m
    set html = made.html, policy = :policy${changes}
    from made
    join free on free.id = made.id
    where m.id = made.id
    returning m.id`),
});

const MESSAGE_KINDS: readonly MessageKind[] = [
  createMessageKind(
    'post',
    'm.thread_id as "threadId", m.floor, m.featured, m.source, m.html from post m',
    ', images_cnt = made.images',
  ),
  createMessageKind(
    'comment',
    'p.thread_id as "threadId", p.floor, p.featured, m.source, m.html from comment m join post p on p.id = m.post_id',
    '',
  ),
  createMessageKind(
    'letter',
    'null::int as "threadId", null::int as floor, false as featured, m.source, m.html from letter m',
    '',
  ),
];

// Avoids a scan of all messages at each start.
const selectSanitizedPolicy = statement<{ policy: number | null }>(
  `select (value ->> 'policy')::int as policy from site_state where name = 'sanitized'`,
);

/** A changed message, with the thread for administrators. */
export interface ChangedMessage {
  id: number;
  kind: MessageKind['name'];
  threadId: number | null;
}
/** Gets the last processed id of a kind, and the messages changed since the last report. */
type OnProgress = (
  kind: MessageKind['name'],
  after: number,
  changed: readonly ChangedMessage[],
) => Promise<void>;

const MARKUP = /<[^<>]*>?/g;

/** For a stored message that exceeds today's limits: its text alone. */
function toEscapedText(source: string, screen: WordFilter): string {
  const { text } = filterLine(
    screen,
    source.slice(0, MAX_MESSAGE_CHARACTERS).replace(MARKUP, ' ').replace(/\s+/g, ' ').trim(),
  );
  return text === '' ? '' : `<p>${escapeHtml(text)}</p>`;
}

interface CurrentRules {
  policy: SanitizePolicy;
  wordFilter: WordFilter;
}

/** Milliseconds before a retry when the sanitizer's queue is full. */
const BUSY_RETRY_MS = 500;
const MAX_BUSY_TRIES = 120;

/** A message under today's rules; empty if nothing of it may be shown. */
async function resanitizeMessage(
  db: Db,
  message: OutdatedMessage,
  { policy, wordFilter }: CurrentRules,
  tries = MAX_BUSY_TRIES,
): Promise<{ html: string; images: number }> {
  const pictures = await findAndMarkPictures(db, message.source);
  try {
    return await sanitizerThread.sanitize(
      message.source,
      {
        frameHosts: policy.frameHosts,
        siteHost: policy.siteHost,
        outline: message.floor === 0,
        pictures,
      },
      wordFilter.words,
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'tooComplex')
      return { html: toEscapedText(message.source, wordFilter), images: 0 };
    if (error.code !== 'unavailable' || tries === 0) throw error;
    await delay(BUSY_RETRY_MS);
    return resanitizeMessage(db, message, { policy, wordFilter }, tries - 1);
  }
}

/** Tags of the pages that show a message; none for private messages. */
const getPageTags = ({ threadId, floor, featured }: OutdatedMessage): string[] =>
  threadId === null || floor === null ? [] : getCommentPageTags({ threadId, floor, featured });

/** Sanitizes a batch before it writes it: no row is locked during sanitizing. */
async function resanitizeBatch(
  db: Db,
  { name, updateResanitized }: MessageKind,
  rows: readonly OutdatedMessage[],
  rules: CurrentRules,
): Promise<{ changed: ChangedMessage[]; left: number }> {
  const results: { row: OutdatedMessage; html: string; images: number }[] = [];
  for (const row of rows) results.push({ row, ...(await resanitizeMessage(db, row, rules)) });
  return inTransaction(db, async (tx) => {
    const stored = new Set(
      (
        await updateResanitized(tx, {
          ids: results.map(({ row }) => row.id),
          htmls: results.map(({ html }) => html),
          policy: rules.policy.version,
          images: results.map(({ images }) => images),
          sources: results.map(({ row }) => row.source),
        })
      ).map(({ id }) => id),
    );
    const different = results
      .filter(({ row, html }) => stored.has(row.id) && html !== row.html)
      .map(({ row }) => row);
    await invalidate(
      tx,
      toInvalidations(urgency.moderation, ...new Set(different.flatMap(getPageTags))),
    );
    return {
      changed: different.map(({ id, threadId }) => ({ id, kind: name, threadId })),
      left: rows.length - stored.size,
    };
  });
}

/** Processes all messages of a kind once. Returns the numbers of changed and skipped ones. */
async function runPass(
  db: Db,
  messageKind: MessageKind,
  rules: CurrentRules,
  onProgress: OnProgress,
): Promise<{ changed: number; left: number }> {
  let changed = 0;
  let left = 0;
  for (let after = 0; ; ) {
    const startedAt = performance.now();
    const rows = await messageKind.selectOutdated(db, { policy: rules.policy.version, after });
    if (rows.length === 0) return { changed, left };
    const done = await resanitizeBatch(db, messageKind, rows, rules);
    changed += done.changed.length;
    left += done.left;
    after = rows.at(-1)?.id as number;
    await onProgress(messageKind.name, after, done.changed);
    await delay((performance.now() - startedAt) * (1 / MAX_TIME_SHARE - 1));
  }
}

/**
 * Sanitizes outdated posts, comments and private messages again, and invalidates pages that changed
 * (R13). Rows store the progress: it resumes after a stop. Returns the number of changed messages.
 * Throws when some stay locked; the job is then retried.
 */
export async function resanitize(
  db: Db,
  siteHost: string,
  onProgress: OnProgress = async () => {},
): Promise<number> {
  const rules: CurrentRules = {
    policy: await readSanitizePolicy(db, siteHost),
    wordFilter: await readWordFilter(db),
  };
  if ((await selectSanitizedPolicy(db))[0]?.policy === rules.policy.version) return 0;
  let changed = 0;
  for (const messageKind of MESSAGE_KINDS) {
    for (let passes = 1; ; passes++) {
      const done = await runPass(db, messageKind, rules, onProgress);
      changed += done.changed;
      if (done.left === 0) break;
      if (passes === MAX_PASSES)
        throw new Error(
          `${done.left} messages (${messageKind.name}) could not be sanitized again: something holds their rows locked.`,
        );
      await delay(PASS_PAUSE_MS);
    }
  }
  await saveSiteState(db, 'sanitized', { policy: rules.policy.version });
  return changed;
}

const selectHighestIds = statement<{ post: number; comment: number; letter: number }>(`
  select
    (select coalesce(max(id), 0)::int from post) as post,
    (select coalesce(max(id), 0)::int from comment) as comment,
    (select coalesce(max(id), 0)::int from letter) as letter`);

/** The same with progress for administrators, by id. The report omits private messages. */
export async function resanitizeAsJob(db: Db, siteHost: string, work: JobContext): Promise<void> {
  const [{ post = 0, comment = 0, letter = 0 } = {}] = await selectHighestIds(db);
  await work.setTotal(post + comment + letter);
  const before = { post: 0, comment: post, letter: post + comment };
  let furthest = 0;
  await resanitize(db, siteHost, (name, after, changed) => {
    furthest = Math.max(furthest, before[name] + after);
    return work.saveProgress({
      done: furthest,
      cursor: furthest,
      items: changed.flatMap(({ id, threadId }) =>
        threadId === null ? [] : [{ [name]: id, thread: threadId }],
      ),
    });
  });
}
