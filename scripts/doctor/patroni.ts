import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { ask } from './ask.ts';
import type { Check } from './check.ts';
import { describeError } from './describe-error.ts';
import { ok, type Result, skipped, warning } from './finding.ts';
import { withDatabase } from './forum.ts';

/* Checks the Patroni that runs the primary. It is found by its own connections to PostgreSQL. */

/** Default port of Patroni's REST API. */
export const PATRONI_PORT = 8008;
/** Before it, a primary that lost its lock in etcd's v3 API wrote itself into it again. */
const SAFE_VERSION = [3, 0, 3] as const;

const State = z.object({ patroni: z.object({ version: z.string().max(50) }) });
const Config = z.object({
  // "quorum" since version 4
  synchronous_mode: z.union([z.boolean(), z.string()]).default(false),
});

/** The primary's address if Patroni runs it; undefined otherwise. */
async function findPatroni(db: Db): Promise<string | undefined> {
  const { rows } = await db.execute<{ address: string | null; runs: boolean }>(sql`
    select
      host(inet_server_addr()) as address,
      exists (
        select from pg_stat_activity where application_name like 'Patroni%'
      ) as runs`);
  const { address, runs } = rows[0] as (typeof rows)[number];
  return runs ? (address ?? '127.0.0.1') : undefined;
}

function isOlder(version: string): boolean {
  const parts = version.split('.').map((part) => Number.parseInt(part, 10) || 0);
  const different = SAFE_VERSION.findIndex((part, index) => part !== (parts[index] ?? 0));
  return different >= 0 && (parts[different] ?? 0) < (SAFE_VERSION[different] as number);
}

const isOn = (mode: boolean | string): boolean =>
  typeof mode === 'boolean' ? mode : ['on', 'true', 'quorum'].includes(mode.toLowerCase());

async function judgePatroni(url: string): Promise<Result> {
  const [state, config] = await Promise.all(
    ['/patroni', '/config'].map(async (path) => JSON.parse((await ask(url + path)).text)),
  );
  const { version } = State.parse(state).patroni;
  const { synchronous_mode } = Config.parse(config);
  if (!isOn(synchronous_mode))
    return warning(
      `Patroni ${version} runs without synchronous mode: a failover can lose acknowledged posts.`,
      'Run “patronictl edit-config --set synchronous_mode=true --set synchronous_mode_strict=true”.',
    );
  if (isOlder(version))
    return warning(
      `Patroni ${version} can lose acknowledged posts if it uses version 3 of etcd’s API: the former primary takes the lock back.`,
      'Install Patroni 3.0.3 or newer. If its configuration has the section “etcd”, not “etcd3”, it uses version 2: accept this finding with --ignore database.patroni.',
    );
  return ok(`Patroni ${version} runs the database in synchronous mode.`);
}

/** `port`: of Patroni's REST API. */
export const createPatroniCheck = (port: number): Check => ({
  id: 'database.patroni',
  checked: 'Patroni',
  run: withDatabase(async (db) => {
    const address = await findPatroni(db);
    if (address === undefined) return skipped('Patroni doesn’t run the database.');
    const url = `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
    try {
      return await judgePatroni(url);
    } catch (error) {
      return skipped(`Patroni does not answer at ${url}: ${describeError(error)}.`);
    }
  }),
});
