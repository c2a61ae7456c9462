import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { createDb, type Db } from '#db/client.ts';
import { atEndOfFile } from './at-end-of-file.ts';
import { databaseAt, type SharedDatabase } from './global-setup.ts';
import { fetchShared } from './shared-service.ts';

export interface TestDatabase {
  url: string;
  db: Db;
  /** Where the demo community's uploads are: a DATA_DIR to read from, not to write to. */
  demoDataDir: string;
}

async function connectTo(url: string): Promise<TestDatabase> {
  const { dataDir } = await fetchShared<SharedDatabase>('database');
  const db = createDb({ url, kind: 'maintenance', maxConnections: 4, name: 'forum test' });
  atEndOfFile(() => db.$client.end());
  return { url, db, demoDataDir: dataDir };
}

async function createFrom(template?: 'empty' | 'demo'): Promise<TestDatabase> {
  const made = await fetchShared<SharedDatabase>('database');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = createDb({ url: made.url, kind: 'maintenance', maxConnections: 1 });
  try {
    await admin.execute(
      sql.raw(`create database ${name}${template ? ` template ${made[template]}` : ''}`),
    );
  } finally {
    await admin.$client.end();
  }
  return connectTo(databaseAt(made.url, name));
}

/** A database of the test file's own with the demo community. Call it at the top of a test file. */
export const demoDatabase = (): Promise<TestDatabase> => createFrom('demo');

/**
 * A database of the test file's own with the schema and nothing in it. Call it at the top of a test
 * file.
 */
export const emptyDatabase = (): Promise<TestDatabase> => createFrom('empty');

/** A database with nothing in it at all, not even the schema. */
export const blankDatabase = (): Promise<TestDatabase> => createFrom();

/** A database that something else has made. */
export const existingDatabase = connectTo;
