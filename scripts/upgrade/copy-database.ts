import { pipeline } from 'node:stream/promises';
import { runMigrations as migrateJobs } from 'graphile-worker';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { LOCK_NOT_AVAILABLE } from '#db/violations.ts';
import { ConfigError } from '#platform/env.ts';
import {
  columnList,
  quoteIdentifier,
  readLastMigration,
  readSequences,
  readTables,
  setSequences,
  type Table,
} from '../backup/catalog.ts';
import { findUnequal } from '../backup/compare-forums.ts';
import { migrateToVersion } from '../backup/migrate-to-version.ts';
import { findSchemaVersion } from '../backup/write-backup.ts';

/* Copies a whole database, including jobs and published pages, row by row. */

const FORUM_SCHEMA = 'public';
const JOBS_SCHEMA = 'graphile_worker';

const readAllTables = (source: pg.Client, schema: string): Promise<Table[]> =>
  readTables(source, {
    schema,
    excluded: schema === JOBS_SCHEMA ? ['migrations'] : [], // the new one has its own
  });

/** Blocks writers until the transaction ends, when the database is stopped. */
async function lockTables(source: pg.Client): Promise<void> {
  const names: string[] = [];
  for (const schema of [FORUM_SCHEMA, JOBS_SCHEMA])
    for (const { name } of await readAllTables(source, schema))
      names.push(`${schema}.${quoteIdentifier(name)}`);
  await source.query('begin');
  await source.query(`set local lock_timeout = '10s'`);
  try {
    await source.query(`lock table ${names.join(', ')} in share mode`);
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
    throw new ConfigError(
      'Another process writes to the database. Stop it first. The old database is unchanged.',
    );
  }
}

async function copyTable(source: pg.Client, target: pg.Client, table: Table): Promise<void> {
  const rows = `${quoteIdentifier(table.name)} (${columnList(table)})`;
  await pipeline(
    source.query(copyTo(`copy ${rows} to stdout`)),
    target.query(copyFrom(`copy ${rows} from stdin`)),
  );
}

/** Copies the tables of a schema, and returns the differences found afterwards. */
async function copySchema(
  source: pg.Client,
  target: pg.Client,
  schema: string,
  report: (step: string) => void,
): Promise<string[]> {
  for (const client of [source, target]) await client.query(`set search_path to ${schema}`);
  const tables = await readAllTables(source, schema);
  for (const table of tables) {
    report(table.name);
    await copyTable(source, target, table);
  }
  await setSequences(target, await readSequences(source, schema));
  report(`comparing ${schema}`);
  return await findUnequal(source, target, tables);
}

/** Copies all rows into an empty database, and compares them. */
export async function copyDatabase(
  source: pg.Client,
  target: pg.Client,
  targetUrl: string,
  report: (step: string) => void,
): Promise<void> {
  const version = findSchemaVersion(await readLastMigration(source));
  await lockTables(source);
  await target.query('begin');
  await migrateToVersion(target, version);
  // No triggers on copied rows, and no checks of foreign keys, which form cycles: the old database
  // has checked them.
  await target.query('set session_replication_role = replica');
  const problems = await copySchema(source, target, FORUM_SCHEMA, report);
  await target.query('commit');
  await migrateJobs({ connectionString: targetUrl });
  problems.push(...(await copySchema(source, target, JOBS_SCHEMA, report)));
  if (problems.length > 0)
    throw new ConfigError(
      `The copy differs from the old database: ${problems.slice(0, 5).join(' ')} The old database is unchanged.`,
    );
  report('statistics');
  await target.query('analyze');
}
