import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { MIGRATIONS_FOLDER, readMigrations } from './migration-journal.ts';

export interface Migration {
  tag: string;
  /** Creation time (ms), the migration's number in the database's journal. */
  when: number;
  hash: string;
  statements: string[];
  /** Servers work with the migrated database if they know the migration of this time. */
  needs: number;
  /** That migration, of a contraction that earlier versions bear. */
  contractsAfter: string | undefined;
}

/** First line of a migration. Without it, the migration needs servers of its own version. */
const MARK = /^-- (?:expansion|contraction after (?<tag>\w+))\n/;

function readMark(
  statements: string,
  when: number,
  times: ReadonlyMap<string, number>,
): Pick<Migration, 'needs' | 'contractsAfter'> {
  const mark = MARK.exec(statements);
  const contractsAfter = mark?.groups?.tag;
  if (contractsAfter === undefined) return { needs: mark ? 0 : when, contractsAfter };
  const needs = times.get(contractsAfter);
  if (needs === undefined || needs >= when)
    throw new Error(`There is no earlier migration ${contractsAfter} to contract after.`);
  return { needs, contractsAfter };
}

/** The migrations of a folder with their statements, the oldest first. */
export function readMigrationStatements(folder = MIGRATIONS_FOLDER): Migration[] {
  const entries = readMigrations(folder);
  const tags = new Map(entries.map(({ when, tag }) => [when, tag]));
  const times = new Map(entries.map(({ when, tag }) => [tag, when]));
  return readMigrationFiles({ migrationsFolder: folder }).map(
    ({ sql: statements, hash, folderMillis: when }) => ({
      tag: tags.get(when) as string,
      when,
      hash,
      statements,
      ...readMark(statements[0] ?? '', when, times),
    }),
  );
}

/** Creates the journal of applied migrations as drizzle does, with a column of ours. */
export async function createJournal(client: pg.ClientBase): Promise<void> {
  await client.query('create schema if not exists drizzle');
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  await client.query(
    'alter table drizzle.__drizzle_migrations add column if not exists needs bigint',
  );
}

/** Runs a migration and records it, in the caller's transaction. */
export async function applyMigration(
  client: pg.ClientBase,
  { hash, when, statements, needs }: Migration,
): Promise<void> {
  for (const statement of statements) await client.query(statement);
  await client.query(
    'insert into drizzle.__drizzle_migrations (hash, created_at, needs) values ($1, $2, $3)',
    [hash, when, needs],
  );
}
