import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll } from 'vitest';
import { createDb, type Db } from '#db/client.ts';
import { databaseAt, type SharedDatabase } from './global.ts';
import { shared } from './shared.ts';

export interface TestDatabase {
  url: string;
  db: Db;
  /** Where the demo community's uploads are: a DATA_DIR to read from, not to write to. */
  demoDataDir: string;
}

async function copyOf(template: 'empty' | 'demo'): Promise<TestDatabase> {
  const made = await shared<SharedDatabase>('database');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = createDb({ url: made.url, pool: 1 });
  try {
    await admin.execute(sql.raw(`create database ${name} template ${made[template]}`));
  } finally {
    await admin.$client.end();
  }
  const url = databaseAt(made.url, name);
  const db = createDb({ url, pool: 4, name: 'forum test' });
  afterAll(() => db.$client.end());
  return { url, db, demoDataDir: made.dataDir };
}

/** A database of the test file's own with the demo community. Call it at the top of a test file. */
export const freshDatabase = (): Promise<TestDatabase> => copyOf('demo');

/** A database of the test file's own with the schema and nothing in it. Call it at the top of a test file. */
export const emptyDatabase = (): Promise<TestDatabase> => copyOf('empty');
