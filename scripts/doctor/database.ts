import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { isOlderThanBaseline, readMigrations, TOO_OLD } from '#db/migration-journal.ts';
import { readReplicaLagSeconds } from '#db/replica.ts';
import { compareSchema, type SchemaVersions, schemaVersionsSql } from '#db/schema-version.ts';
import type { Env } from '#platform/env.ts';
import { withTimeout } from '#platform/timeout.ts';
import { ARCHIVING_CHECK } from './archiving.ts';
import type { Check } from './check.ts';
import { COLLATION_CHECK } from './collations.ts';
import { DATABASE_SETTING_CHECKS } from './database-settings.ts';
import { describeError } from './describe-error.ts';
import { ok, problem, type Result, skipped, warning } from './finding.ts';
import { type Forum, openDatabase, withDatabase } from './forum.ts';
import { createPatroniCheck, PATRONI_PORT } from './patroni.ts';
import { MAX_REPLICA_LAG_SECONDS } from './thresholds.ts';

/* Checks PostgreSQL: connection, version, schema. */

/** Less than a check's limit, so that the replica's error is reported. */
const REPLICA_LIMIT_MS = 8_000;
const MIN_VERSION = 15;
/** PostgreSQL's version number is 150004 for 15.4. */
const VERSION_STEP = 10_000;

/** Host, port and database name, for operators. */
function nameOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed ? `${parsed.host}${parsed.pathname}` : 'its address';
}

function adviseUnreachable({ DATABASE_URL }: Env): string {
  return DATABASE_URL
    ? 'Check that PostgreSQL runs and accepts this machine, and that DATABASE_URL has the right host, port, name, user and password.'
    : 'Start the forum (npm start) with its embedded database, or set DATABASE_URL.';
}

async function checkServer({ env, databaseUrl, connected: connecting }: Forum): Promise<Result> {
  const connected = await connecting;
  if ('why' in connected)
    return problem(
      databaseUrl
        ? `The database at ${nameOf(databaseUrl)} does not answer: ${connected.why}.`
        : `The database in ${env.DATA_DIR} does not run.`,
      adviseUnreachable(env),
    );
  const { rows } = await connected.db.execute<{ version: string; number: number }>(sql`
    select
      current_setting('server_version') as version,
      current_setting('server_version_num')::int as number`);
  const { version, number } = rows[0] as (typeof rows)[number];
  return number < MIN_VERSION * VERSION_STEP
    ? problem(
        `The database is PostgreSQL ${version}, and the forum needs ${MIN_VERSION} or newer.`,
        'Upgrade it with pg_upgrade, or restore a backup into a newer one.',
      )
    : ok(`The database at ${nameOf(databaseUrl)} answers: PostgreSQL ${version}.`);
}

/** Undefined if no migration was applied. */
async function readApplied(db: Db): Promise<SchemaVersions | undefined> {
  const { rows } = await db.execute<{ ours: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as ours`,
  );
  if (!rows[0]?.ours) return undefined;
  const { rows: found } = await db.$client.query<SchemaVersions>(schemaVersionsSql);
  return found[0]?.migrated === null ? undefined : found[0];
}

const checkMigrations = withDatabase(async (db) => {
  const applied = await readApplied(db);
  if (!applied)
    return problem(
      'The database has no tables of the forum.',
      'Start the forum (npm start), which creates them, or correct DATABASE_URL.',
    );
  const migrations = readMigrations();
  const age = compareSchema(applied);
  const newestApplied = Number(applied.migrated);
  if (age === 'newer')
    return ok('The database is of a newer version, with which this version can work.');
  if (age === 'tooNew')
    return problem(
      'The database belongs to a newer version of the forum.',
      'Start that version, or restore a backup of this version.',
    );
  if (isOlderThanBaseline(newestApplied)) return problem(TOO_OLD.problem, TOO_OLD.advice);
  const missing = migrations.filter(({ when }) => when > newestApplied);
  return missing.length > 0
    ? problem(
        `The database lacks ${missing.length} of ${migrations.length} migrations, from ${missing[0]?.tag} on.`,
        'Make a backup, then run npm run migrate of this version, or start it (npm start).',
      )
    : ok(`The database has all ${migrations.length} migrations.`);
});

const checkEncoding = withDatabase(async (db) => {
  const { rows } = await db.execute<{ encoding: string }>(sql`
    select pg_encoding_to_char(encoding) as encoding
    from pg_database
    where datname = current_database()`);
  const encoding = rows[0]?.encoding;
  return encoding === 'UTF8'
    ? ok('The database’s encoding is UTF8.')
    : problem(
        `The database’s encoding is ${encoding}: it can’t store all characters.`,
        'Create a database with “encoding ’UTF8’ template template0”, and restore a backup into it.',
      );
});

async function readReplica(replica: Db, primary: Db | undefined): Promise<Result> {
  const { rows } = await replica.execute<{ standby: boolean }>(
    sql`select pg_is_in_recovery() as standby`,
  );
  if (!rows[0]?.standby)
    return warning(
      'The database of DATABASE_REPLICA_URL is not a standby.',
      'Set it to a standby of the database, or remove the setting.',
    );
  const lag = primary ? Math.round(await readReplicaLagSeconds(primary, replica)) : 0;
  return lag > MAX_REPLICA_LAG_SECONDS
    ? warning(
        `The replica is ${lag} seconds behind.`,
        'The primary answers all reads meanwhile. Check the replica’s disk and network.',
      )
    : ok(`The replica answers and is ${lag} seconds behind.`);
}

async function checkReplica({ env, connected: connecting }: Forum): Promise<Result> {
  const url = env.DATABASE_REPLICA_URL;
  if (!url) return skipped('DATABASE_REPLICA_URL is not set.');
  try {
    const connected = await connecting;
    const primary = 'db' in connected ? connected.db : undefined;
    return await withTimeout(REPLICA_LIMIT_MS, readReplica(openDatabase(url), primary));
  } catch (error) {
    return problem(
      `The replica at ${nameOf(url)} does not answer: ${describeError(error)}.`,
      'Start it, or correct or remove DATABASE_REPLICA_URL. The primary answers all reads meanwhile.',
    );
  }
}

export const DATABASE_CHECKS: readonly Check[] = [
  { id: 'database', checked: 'the database', run: checkServer },
  { id: 'database.migrations', checked: 'the schema of the database', run: checkMigrations },
  { id: 'database.encoding', checked: 'the database’s encoding', run: checkEncoding },
  COLLATION_CHECK,
  ...DATABASE_SETTING_CHECKS,
  ARCHIVING_CHECK,
  createPatroniCheck(PATRONI_PORT),
  { id: 'database.replica', checked: 'the replica', run: checkReplica },
];
