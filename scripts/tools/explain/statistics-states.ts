import type { Runner } from '#db/statement.ts';

/* States of PostgreSQL's statistics. Each is prepared inside a transaction that is rolled back. */

export interface StatisticsState {
  name: string;
  enter(tx: Runner): Promise<void>;
}

const run = async (tx: Runner, text: string): Promise<void> =>
  void (await tx.query({ text, values: [] }));

/** Tables in which only early users had rows when statistics were collected. */
const EARLY_TABLES = ['access_token', 'session', 'draft', 'thread_like', 'post_like'] as const;
const EARLY_PEOPLE = 40;
const EARLY_TOKENS = 400;
const SESSIONS = 20_000;

/** Inserts tokens, sessions and drafts of `people`, an SQL array of user ids. */
async function insertPossessions(tx: Runner, people: string, count: number): Promise<void> {
  const owner = `(${people})[1 + n % cardinality(${people})]`;
  const series = `generate_series(1, ${count}) n`;
  await run(
    tx,
    `
      insert into access_token (user_id, name, token_hash, hint, scopes)
      select ${owner}, 'explained', gen_random_uuid()::text, 'aaaa', '{read}'
      from ${series}`,
  );
  await run(
    tx,
    `
      insert into session (user_id, token_hash, expires_at)
      select ${owner}, gen_random_uuid()::text, now() + interval '1 day'
      from ${series}`,
  );
  await run(tx, `insert into draft (user_id, body) select ${owner}, '{}' from ${series}`);
}

export const STATISTICS_STATES: readonly StatisticsState[] = [
  {
    name: 'never analyzed',
    async enter(tx) {
      await run(
        tx,
        `
          delete from pg_statistic
          where starelid in (
              select oid from pg_class where relnamespace = 'public'::regnamespace
            )`,
      );
      await run(
        tx,
        `
          update pg_class
          set reltuples = -1, relpages = 0
          where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`,
      );
    },
  },
  {
    name: 'analyzed when 40 early people had everything',
    async enter(tx) {
      for (const table of EARLY_TABLES)
        await run(
          tx,
          `
            delete from ${table}
            where user_id > (
                select max(id)
                from (select id from "user" order by id limit ${EARLY_PEOPLE}) early
              )`,
        );
      const early = `array(select id from "user" order by id limit ${EARLY_PEOPLE})`;
      await insertPossessions(tx, early, EARLY_TOKENS);
      await run(tx, `analyze "user", ${EARLY_TABLES.join(', ')}`);
      await insertPossessions(tx, `array(select id from "user")`, SESSIONS);
    },
  },
  {
    name: 'analyzed now',
    async enter(tx) {
      await insertPossessions(tx, `array(select id from "user")`, SESSIONS);
      await run(tx, 'analyze');
    },
  },
];
