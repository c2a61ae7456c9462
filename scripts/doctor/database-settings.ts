import { sql } from 'drizzle-orm';
import { createDb, type Db } from '#db/client.ts';
import { DATABASE_POOLS, type DatabasePoolKind } from '#db/pools.ts';
import { countServers } from '#outbox/notify-listener.ts';
import type { Env } from '#platform/env.ts';
import { MAX_CONCURRENT_EXPORTS, TAKEDOWN_CONNECTIONS } from '#platform/limits.ts';
import type { Check } from './check.ts';
import { ok, problem, type Result, warning } from './finding.ts';
import { withDatabase } from './forum.ts';

/* Checks PostgreSQL's durability settings and connection limit. */

interface JudgedSetting {
  name: string;
  judge: typeof warning;
  /** The consequence if it is off. */
  harm: string;
}
const JUDGED_SETTINGS: readonly JudgedSetting[] = [
  { name: 'fsync', judge: problem, harm: 'a power failure can destroy the database' },
  { name: 'full_page_writes', judge: problem, harm: 'a power failure can destroy tables' },
  {
    name: 'synchronous_commit',
    judge: warning,
    harm: 'posts that the forum confirmed as saved can be lost in a crash',
  },
  {
    name: 'autovacuum',
    judge: warning,
    harm: 'tables grow without limit, and statements slow down',
  },
];

async function readSetting(db: Db, name: string): Promise<string> {
  const { rows } = await db.execute<{ value: string }>(
    sql`select current_setting(${name}) as value`,
  );
  return rows[0]?.value ?? '';
}

/** A setting of a database or role overrides `alter system`, so the advice names both. */
const adviseOn = (name: string): string =>
  `Turn it on: “alter system set ${name} = on; select pg_reload_conf()”, and “alter database … reset ${name}” if it is set for this database.`;

const toSettingCheck = ({ name, judge, harm }: JudgedSetting): Check => ({
  id: `database.${name}`,
  checked: `PostgreSQL’s setting ${name}`,
  run: withDatabase(async (db) => {
    const value = await readSetting(db, name);
    return value === 'off'
      ? judge(`PostgreSQL runs with ${name} = off: ${harm}.`, adviseOn(name))
      : ok(`PostgreSQL runs with ${name} = ${value}.`);
  }),
});

/** The limits of a pool that its connections should have, by setting. */
const getLimits = (kind: DatabasePoolKind): Record<string, number> => {
  const { statementMs, lockMs, idleInTransactionMs, idleSessionMs = 0 } = DATABASE_POOLS[kind];
  return {
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    idle_session_timeout: idleSessionMs,
  };
};

/** Limits that connections to this address don't have, e.g. `lock_timeout of requests`. */
async function findLostLimits(url: string): Promise<string[]> {
  const lost: string[] = [];
  for (const kind of ['requests', 'renderer', 'publisher', 'jobs'] as const) {
    const db = createDb({ url, kind, maxConnections: 1, name: 'forum doctor' });
    try {
      for (const [name, limit] of Object.entries(getLimits(kind))) {
        const { rows } = await db.execute<{ set: number }>(
          sql`select setting::int as set from pg_settings where name = ${name}`,
        );
        if (rows[0]?.set !== limit) lost.push(`${name} of ${kind}`);
      }
    } finally {
      await db.$client.end();
    }
  }
  return lost;
}

const LIMITS_CHECK: Check = {
  id: 'database.limits',
  checked: 'time limits of connections',
  run: withDatabase(async (_, { databaseUrl }) => {
    const lost = await findLostLimits(databaseUrl);
    return lost.length === 0
      ? ok('Connections have the forum’s time limits.')
      : warning(
          `A pooler drops time limits of connections: ${lost.join(', ')}. One blocked table can then stop the forum.`,
          'Name PostgreSQL itself in DATABASE_URL: the forum has pools of its own.',
        );
  }),
};

/** Listeners, the queue’s own connection and health checks: one each. */
const SINGLE_CONNECTIONS = 5;

/** Connections that one server process may open. */
const countPerProcess = ({ DATABASE_POOL }: Env): number =>
  DATABASE_POOL +
  DATABASE_POOLS.renderer.connections +
  DATABASE_POOLS.publisher.connections +
  DATABASE_POOLS.jobs.connections +
  TAKEDOWN_CONNECTIONS +
  MAX_CONCURRENT_EXPORTS +
  SINGLE_CONNECTIONS;

/** The number of connections that PostgreSQL allows. */
async function readAdmitted(db: Db): Promise<number> {
  const { rows } = await db.execute<{ admitted: number }>(sql`
    select
      current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true), '0')::int as admitted`);
  return (rows[0] as (typeof rows)[number]).admitted;
}

function judgeConnections(admitted: number, servers: number, env: Env): Result {
  const each = countPerProcess(env);
  const needed = each * Math.max(1, servers);
  const found = `PostgreSQL allows ${admitted} connections, and ${servers || 1} ${servers > 1 ? 'processes' : 'process'} of the forum may need ${needed}`;
  return admitted < needed
    ? warning(
        `${found}.`,
        `Raise max_connections to ${needed + 20} or more, lower DATABASE_POOL (now ${env.DATABASE_POOL}), or run fewer processes.`,
      )
    : ok(`${found}.`);
}

export const DATABASE_SETTING_CHECKS: readonly Check[] = [
  ...JUDGED_SETTINGS.map(toSettingCheck),
  LIMITS_CHECK,
  {
    id: 'database.connections',
    checked: 'the number of connections that PostgreSQL allows',
    run: withDatabase(async (db, { env }) => {
      const [admitted, servers] = await Promise.all([readAdmitted(db), countServers(db)]);
      return judgeConnections(admitted, servers, env);
    }),
  },
];
