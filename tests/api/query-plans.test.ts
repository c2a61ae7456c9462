import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { readToken } from '#auth/access-token.ts';
import { hashSecret } from '#auth/secret.ts';
import { createSession, readSession, readViewersOfSessions } from '#auth/session.ts';
import { inTransaction } from '#db/statement.ts';
import { readEnv } from '#platform/env.ts';
import { createToken } from '../../scripts/create-token.ts';
import { addVolume } from '../../scripts/seed/volume/add-volume.ts';
import { explainAll, splitAllowed } from '../../scripts/tools/explain/explain-all.ts';
import { STATISTICS_STATES } from '../../scripts/tools/explain/statistics-states.ts';
import { runScript } from '../support/run-script.ts';
import { demoDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';

/* The client's user is found by keys, whatever the statistics. */

const { db } = await demoDatabase();
const PEOPLE = 22_000;
/** Cache blocks of three lookups by key, with a margin; a scan of all users takes hundreds. */
const MOST_BLOCKS = 20;
let late = 0;

/**
 * A young forum: the first users hold all tokens and sessions, and many users came later. A planner
 * with a merge join expects to stop after the first forty.
 */
beforeAll(async () => {
  await db.execute(
    sql`
      insert into "user" (username, nickname, group_id)
      select 'late' || n, 'late' || n, 10
      from generate_series(1, ${PEOPLE}) n`,
  );
  await db.execute(sql`delete from access_token`);
  await db.execute(sql`delete from session`);
  const first = sql`(array(select id from "user" order by id limit 40))`;
  await db.execute(
    sql`
      insert into access_token (user_id, name, token_hash, hint, scopes)
      select ${first}[1 + n % 40], 'early', md5(n::text), 'aaaa', '{read}'
      from generate_series(1, 400) n`,
  );
  await db.execute(
    sql`
      insert into session (user_id, token_hash, expires_at)
      select ${first}[1 + n % 40], md5(n::text), now() + interval '1 day'
      from generate_series(1, 4000) n`,
  );
  for (const table of ['user', 'group', 'access_token', 'session'])
    await db.execute(sql`analyze ${sql.identifier(table)}`);
  late = (await db.execute<{ id: number }>(sql`select max(id) as id from "user"`)).rows[0]
    ?.id as number;
});

interface Asked {
  text: string;
  values: unknown[];
}

/** The statements that a call sends. */
async function sentBy(call: () => Promise<unknown>): Promise<Asked[]> {
  const query = vi.spyOn(db.$client, 'query');
  try {
    await call();
    return query.mock.calls.map(([config]) => config as unknown as Asked);
  } finally {
    query.mockRestore();
  }
}

const literal = (value: unknown): string =>
  Array.isArray(value) ? `array[${value.map(literal).join(', ')}]` : `'${String(value)}'`;

/** Blocks that a call's last statement reads, with a custom plan and with a generic plan. */
const blocksOf = (
  { text, values }: Asked,
  plan: 'force_custom_plan' | 'force_generic_plan',
): Promise<{ blocks: number; plan: string }> =>
  inTransaction(db, async (tx) => {
    const run = async (statement: string) => (await tx.query({ text: statement, values: [] })).rows;
    await run(`set local plan_cache_mode = ${plan}`);
    await run(`prepare asked as ${text}`);
    const rows = await run(
      `
        explain (
          analyze,
          buffers,
          timing off,
          summary off
        ) execute asked(${values.map(literal).join(', ')})`,
    );
    await run('deallocate asked');
    const shown = rows.map((row) => String(row['QUERY PLAN'])).join('\n');
    const [, hit = '0'] = /Buffers: shared hit=(\d+)/.exec(shown) ?? [];
    const [, read = '0'] = /Buffers: shared (?:hit=\d+ )?read=(\d+)/.exec(shown) ?? [];
    return { blocks: Number(hit) + Number(read), plan: shown };
  });

const LOOKUPS: Record<string, () => Promise<() => Promise<unknown>>> = {
  'a token': async () => {
    const { token } = await createToken(db, { userId: late, name: 'late', scopes: ['read'] });
    return async () =>
      expect(await readToken(db, token)).toMatchObject({ actor: { userId: late } });
  },
  'a session': async () => {
    const token = await createSession(db, { userId: late, kind: 'site', ip: '', userAgent: '' });
    return async () =>
      expect(await readSession(db, token, 'site')).toMatchObject({ actor: { userId: late } });
  },
  'which sessions still hold': async () => {
    const hash = hashSecret(
      await createSession(db, { userId: late, kind: 'site', ip: '', userAgent: '' }),
    );
    return async () =>
      expect([...(await readViewersOfSessions(db, [hash])).keys()]).toEqual([hash]);
  },
};

test.each(Object.entries(LOOKUPS))(
  '[R40] by %s a person is found by keys only, under statistics that make a scan of all people look cheap',
  async (_, prepare) => {
    const call = await prepare();
    const [asked] = await sentBy(call);
    for (const plan of ['force_custom_plan', 'force_generic_plan'] as const) {
      const found = await blocksOf(asked as Asked, plan);
      expect(found.blocks, found.plan).toBeGreaterThan(0);
      expect(found.blocks, found.plan).toBeLessThan(MOST_BLOCKS);
    }
  },
);

describe('[R40] every statement, on a forum of 15,000 people and 43,000 posts', async () => {
  const forum = await demoDatabase();
  const settings = { DATABASE_URL: forum.url, DATA_DIR: temporaryFolder('explain') };
  beforeAll(() => addVolume(readEnv(settings), { threads: 3_000, posts: 40_000, users: 15_000 }));

  test('finds its rows by keys, under any statistics', async () => {
    const { code, stdout, stderr } = await runScript('tools/explain', [], settings);
    expect(stdout).toMatch(/^\d{3} statements, 0 plans to fix/);
    expect([code, stderr]).toEqual([0, '']);
  });

  const BAD = {
    'a join that statistics of early people make a walk over all of them': {
      text: `
        select u.nickname
        from draft d
        join "user" u on u.id = d.user_id
        where d.updated_at > now() - $1::interval`,
      finding: /index user_pkey$/,
    },
    'a sequential scan': {
      text: 'select id from post where images_cnt > $1::int',
      finding: /^sequential scan of /,
    },
    'a walk of a whole index': {
      text: 'select count(*) from post where id % $1::int = 0 and floor > 0',
      finding: /^(?:sequential scan|walk of the whole index) /,
    },
  };
  let found: ReturnType<typeof explainAll> | undefined;
  /** Faults of all of them, planned together under one state of the statistics. */
  const explainBad = () =>
    (found ??= explainAll(
      forum.db,
      Object.entries(BAD).map(([id, { text }]) => ({
        id,
        text,
        names: ['period'],
        isUnprepared: false,
      })),
      () => {},
      STATISTICS_STATES.filter(({ name }) => name.includes('early people')),
    ));

  test.each(Object.entries(BAD))('%s is found', async (name, { finding }) => {
    const wrong = splitAllowed(await explainBad()).wrong.filter(({ id }) => id === name);
    expect(wrong.map((one) => one.finding)).toContainEqual(expect.stringMatching(finding));
  });
});
