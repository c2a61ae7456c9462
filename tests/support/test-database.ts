import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { createDb, type Db } from '#db/client.ts';
import { type AtEnd, atEndOfFile } from './at-end-of-file.ts';
import { databaseAt, type SharedDemo, type SharedPostgres } from './global-setup.ts';
import { fetchShared } from './shared-service.ts';

export interface TestDatabase {
  url: string;
  db: Db;
}

export interface DemoDatabase extends TestDatabase {
  /** DATA_DIR with the demo community's uploads; read-only. */
  demoDataDir: string;
}

async function connectTo(url: string, atEnd = atEndOfFile): Promise<TestDatabase> {
  const db = createDb({ url, kind: 'maintenance', maxConnections: 4, name: 'forum test' });
  atEnd(() => db.$client.end());
  return { url, db };
}

async function createFrom(template?: string, atEnd?: AtEnd): Promise<TestDatabase> {
  const { url } = await fetchShared<SharedPostgres>('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = createDb({ url, kind: 'maintenance', maxConnections: 1 });
  try {
    await admin.execute(
      sql.raw(`create database ${name}${template ? ` template ${template}` : ''}`),
    );
  } finally {
    await admin.$client.end();
  }
  return connectTo(databaseAt(url, name), atEnd);
}

/** A new database with the demo community. */
export async function demoDatabase(atEnd?: AtEnd): Promise<DemoDatabase> {
  const { demo, dataDir } = await fetchShared<SharedDemo>('demo');
  return { ...(await createFrom(demo, atEnd)), demoDataDir: dataDir };
}

/** A new database with the schema and no rows. */
export const emptyDatabase = async (): Promise<TestDatabase> =>
  createFrom((await fetchShared<SharedPostgres>('postgres')).empty);

/** A new database without the schema. */
export const blankDatabase = (): Promise<TestDatabase> => createFrom();

/** A database that another process created. */
export const existingDatabase = connectTo;
