import { sql } from 'drizzle-orm';
import { createDb, type Db, type Tx } from '#db/client.ts';
import { prepareMessage } from '#domain/message/prepare.ts';
import { toPolicyVersion } from '#domain/message/sanitize-policy.ts';
import { readEnv } from '#platform/env.ts';
import { withDatabase } from '../../cli/with-database.ts';
import { recountAll } from '../recount.ts';

/*
 * `node scripts/seed/volume/check-volume.ts` checks the rows of add-volume.ts: recounts in a
 * transaction that is rolled back, sanitizes a sample of messages, and finds gaps in ids.
 */

const COUNTER_COLUMNS: Record<string, string> = {
  post: 'id, likes_cnt, comments_cnt',
  thread:
    'id, replies_cnt, last_floor, last_post_id, last_user_id, last_reply_at, likes_cnt, favourites_cnt, hot',
  theme: 'id, threads_cnt',
  forum: 'id, threads_cnt, english_cnt, posts_cnt, digests_cnt, favourites_cnt',
  forum_day: 'forum_id, day, threads, replies',
  user: 'id, threads_cnt, posts_cnt, likes_cnt, featured_cnt, digests_cnt, favourites_cnt',
};

class Rollback extends Error {}

async function findWrongCounters(tx: Tx, timeZone: string): Promise<string[]> {
  for (const [table, columns] of Object.entries(COUNTER_COLUMNS))
    await tx.execute(
      sql.raw(
        `create temp table "was_${table}" on commit drop as select ${columns} from "${table}"`,
      ),
    );
  await recountAll(tx, timeZone);
  const problems: string[] = [];
  for (const [table, columns] of Object.entries(COUNTER_COLUMNS)) {
    const {
      rows: [row],
    } = await tx.execute(
      sql.raw(
        `
          select count(*)::int as n, (array_agg(d::text))[1:3] as some
          from (select ${columns} from "${table}" except select * from "was_${table}") d`,
      ),
    );
    if (Number(row?.n) > 0)
      problems.push(`${table}: ${row?.n} rows would be counted otherwise, e.g. ${row?.some}`);
  }
  return problems;
}

async function findWrongMessages(db: Db, siteUrl: string): Promise<string[]> {
  const {
    rows: [entry],
  } = await db.execute(sql`select version from config_entry where field = 'iframe_allow'`);
  const policy = {
    frameHosts: [],
    version: toPolicyVersion(Number(entry?.version ?? 0)),
    siteHost: new URL(siteUrl).host,
  };
  const problems: string[] = [];
  for (const table of ['post', 'comment']) {
    const { rows } = await db.execute(
      sql.raw(
        `
          select
            id,
            source,
            html,
            excerpt,
            content_hash,
            policy
          from "${table}"
          where id % 89 = 1 and id > (select max(id) * 0.4 from "${table}") and source = html
          limit 1000`,
      ),
    );
    for (const row of rows) {
      const prepared = await prepareMessage(row.source as string, policy);
      if (
        prepared.html !== row.html ||
        prepared.excerpt !== row.excerpt ||
        prepared.contentHash !== row.content_hash ||
        prepared.policy !== row.policy
      )
        problems.push(`${table} ${row.id} would be stored otherwise`);
    }
    process.stdout.write(`${rows.length} messages of "${table}" looked at\n`);
  }
  return problems;
}

async function findIdGaps(db: Db): Promise<string[]> {
  const problems: string[] = [];
  for (const table of ['thread', 'post', 'comment', 'user']) {
    const {
      rows: [row],
    } = await db.execute(
      sql.raw(
        `
          select
            max(id) - min(id) + 1 - count(*) as missing,
            max(id) - (select last_value from "${table}_id_seq") as behind
          from "${table}"`,
      ),
    );
    if (Number(row?.missing) !== 0 || Number(row?.behind) !== 0)
      problems.push(`${table}: ${row?.missing} ids missing, the sequence is ${row?.behind} behind`);
  }
  return problems;
}

await withDatabase(readEnv(), async (env) => {
  const db = createDb({ url: env.DATABASE_URL, kind: 'maintenance', name: 'forum seed check' });
  try {
    const problems: string[] = [
      ...(await findIdGaps(db)),
      ...(await findWrongMessages(db, env.SITE_URL)),
    ];
    await db
      .transaction(async (tx) => {
        problems.push(...(await findWrongCounters(tx, env.TIME_ZONE)));
        throw new Rollback();
      })
      .catch((error: unknown) => {
        if (!(error instanceof Rollback)) throw error;
      });
    for (const line of problems) process.stdout.write(`${line}\n`);
    process.stdout.write(
      problems.length === 0
        ? 'All is as it should be.\n'
        : `${problems.length} things are wrong.\n`,
    );
    if (problems.length > 0) process.exitCode = 1;
  } finally {
    await db.$client.end();
  }
});
