import type pg from 'pg';
import { createDb } from '#db/client.ts';
import type { Runner } from '#db/statement.ts';
import { toPolicyVersion } from '#domain/message/sanitize-policy.ts';
import { cacheTag } from '#outbox/cache-tags.ts';
import { invalidate, toInvalidations, urgency } from '#outbox/invalidation.ts';
import { ConfigError, type Env } from '#platform/env.ts';
import { showProgress } from '../../cli/progress.ts';
import { copyRows } from './copy-rows.ts';
import { countTotals, restartSequencesAfter } from './count-totals.ts';
import { createMessageWriter } from './draw-messages.ts';
import { loadChineseWords, loadEnglishWords } from './draw-words.ts';
import { type ForumThemes, planVolume } from './plan-volume.ts';
import * as rows from './volume-rows.ts';
import { dropIndexes } from './without-indexes.ts';

/*
 * Adds synthetic threads and replies with realistic distributions and word frequencies, for
 * measurements. One transaction; readers wait meanwhile.
 */

export interface VolumeSize {
  threads: number;
  /** First posts and replies. */
  posts: number;
  users: number;
}

async function readForums(client: pg.ClientBase): Promise<ForumThemes[]> {
  const { rows: found } = await client.query<ForumThemes>(`
    select
      f.id as "forumId",
      array_agg(t.id order by t.rank) filter (where t.name_en <> 'Notice') as "themeIds"
    from forum f
    join theme t on t.forum_id = f.id
    where f.access = 'public'
    group by f.id
    order by f.id`);
  const places = found.filter((place) => place.themeIds?.length > 0);
  if (places.length === 0) throw new ConfigError('There is no forum to put threads into.');
  return places;
}

/** Version of the sanitizer's rules: loaded rows need no new sanitizing. */
async function currentPolicy(client: pg.ClientBase): Promise<number> {
  const {
    rows: [entry],
  } = await client.query<{ version: number }>(
    `select version from config_entry where field = 'iframe_allow'`,
  );
  return toPolicyVersion(entry?.version ?? 0);
}

async function nextIds(client: pg.ClientBase): Promise<rows.FirstIds> {
  const {
    rows: [ids],
  } = await client.query<rows.FirstIds>(`
    select
      (select coalesce(max(id), 9999) + 1 from "user") as user,
      (select coalesce(max(id), 0) + 1 from thread) as thread,
      (select coalesce(max(id), 0) + 1 from post) as post,
      (select coalesce(max(id), 0) + 1 from comment) as comment`);
  return ids as rows.FirstIds;
}

/** Runs a step and prints its duration. */
async function step<T>(
  label: string,
  work: (report: (detail: string) => void) => Promise<T>,
): Promise<T> {
  const shown = showProgress(label);
  const result = await work((detail) => shown.update(detail));
  shown.done();
  return result;
}

/** Rows buffered before their search rows are loaded. */
const ROWS_PER_PORTION = 20_000;

function* take<T>(rows: Iterator<T>, count: number): Generator<T> {
  for (let taken = 0; taken < count; taken++) {
    const next = rows.next();
    if (next.done) return;
    yield next.value;
  }
}

/** Loads posts or comments and their search rows, alternately in portions. */
async function copyTexts(
  client: pg.ClientBase,
  table: 'post' | 'comment',
  columns: readonly string[],
  makeRows: (searchRows: string[]) => Generator<string>,
): Promise<void> {
  const searchRows: string[] = [];
  const textRows = makeRows(searchRows);
  do {
    searchRows.length = 0;
    await copyRows(client, table, columns, take(textRows, ROWS_PER_PORTION));
    await copyRows(client, 'post_search', rows.POST_SEARCH_COLUMNS, searchRows);
  } while (searchRows.length > 0);
}

/** Triggers that queue texts for the indexer: these rows are indexed while loading. */
const TEXT_TRIGGERS = { post: 'post_written', comment: 'comment_written' };

async function switchTextTriggers(client: pg.ClientBase, how: 'enable' | 'disable'): Promise<void> {
  for (const [table, trigger] of Object.entries(TEXT_TRIGGERS))
    await client.query(`alter table "${table}" ${how} trigger "${trigger}"`);
}

async function loadRows(client: pg.ClientBase, size: VolumeSize): Promise<ForumThemes[]> {
  const forums = await readForums(client);
  const ids = await nextIds(client);
  const {
    rows: [group],
  } = await client.query<{ id: number }>(
    `select id from "group" where name_en = 'Member' or id = 10 order by id limit 1`,
  );
  const planned = await step('Drawing who writes what', async () =>
    planVolume({ ...size, forums, now: Math.floor(Date.now() / 1000) }),
  );
  const writer = createMessageWriter(planned.random, loadChineseWords(), loadEnglishWords());
  const volume: rows.Volume = {
    ...planned,
    ids,
    writer,
    policy: await currentPolicy(client),
    memberGroup: group?.id as number,
    report: () => {},
  };
  const beginnings: rows.ThreadBeginning[] = [];
  const favourites = new Uint8Array(size.threads);
  await step('People', () => copyRows(client, 'user', rows.USER_COLUMNS, rows.userRows(volume)));
  await step('Posts', (report) =>
    copyTexts(client, 'post', rows.POST_COLUMNS, (searchRows) =>
      rows.postRows(
        { ...volume, report: (_, count) => report(`${count} of ${size.posts}`) },
        beginnings,
        searchRows,
      ),
    ),
  );
  await step('Threads', () =>
    copyRows(
      client,
      'thread',
      rows.THREAD_COLUMNS,
      rows.threadRows(volume, beginnings, favourites),
    ),
  );
  await step('Comments and likes', async () => {
    await copyTexts(client, 'comment', rows.COMMENT_COLUMNS, (searchRows) =>
      rows.commentRows(volume, searchRows),
    );
    await copyRows(client, 'post_like', rows.POST_LIKE_COLUMNS, rows.postLikeRows(volume));
    await copyRows(
      client,
      'thread_like',
      rows.THREAD_LIKE_COLUMNS,
      rows.threadLikeRows(
        volume,
        (thread) => volume.likes[volume.threadStart[thread] as number] as number,
      ),
    );
    await copyRows(
      client,
      'thread_favourite',
      rows.THREAD_LIKE_COLUMNS,
      rows.threadLikeRows(volume, (thread) => favourites[thread] as number),
    );
  });
  return forums;
}

/** Invalidates pages with lists and counts. */
async function invalidateLists(
  client: pg.ClientBase,
  places: readonly ForumThemes[],
): Promise<void> {
  const lists = [0, ...places.map((place) => place.forumId)].flatMap((forum) =>
    (['latest', 'newest', 'hot', 'digest'] as const).map((order) =>
      cacheTag.threadList(forum, order),
    ),
  );
  await invalidate(
    client as unknown as Runner,
    toInvalidations(
      urgency.list,
      ...lists,
      cacheTag.forums(),
      cacheTag.today(),
      cacheTag.sitemap(),
    ),
  );
}

/** Adds volume to a database with forums. Throws ConfigError if it can't. */
export async function addVolume(env: Env, size: VolumeSize): Promise<void> {
  const db = createDb({
    url: env.DATABASE_URL as string,
    kind: 'maintenance',
    maxConnections: 1,
    name: 'forum seed',
  });
  const client = await db.$client.connect();
  try {
    await client.query('begin');
    await client.query(`set local maintenance_work_mem = '512MB'; set local work_mem = '256MB'`);
    const schema = await dropIndexes(client);
    await switchTextTriggers(client, 'disable');
    const places = await loadRows(client, size);
    await switchTextTriggers(client, 'enable');
    await step('Counting', () => countTotals(client, env.TIME_ZONE));
    await step('Indexes and foreign keys', (report) => schema.restore(report));
    await restartSequencesAfter(client);
    await invalidateLists(client, places);
    await step('Committing', () => client.query('commit'));
    // Otherwise autovacuum would run during the measurement.
    await step('Vacuum and statistics', () => client.query('vacuum (analyze, freeze)'));
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release(true);
    await db.$client.end();
  }
}
