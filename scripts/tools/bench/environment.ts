import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createDb, type Db } from '#db/client.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded/start-postgres.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { type Env, readEnv } from '#platform/env.ts';
import { openPages } from '#publish/files/open-pages.ts';
import { saveFolderId } from '#publish/files/pages-folder.ts';
import { build, readBuiltFingerprint, sourcesFingerprint } from '../../build.ts';
import { showProgress } from '../../cli/progress.ts';
import { seedCommunity } from '../../seed.ts';
import { stopProcess } from './stop-process.ts';

/* A separate data folder and PostgreSQL, so that no real forum gets synthetic threads. */

export interface Size {
  threads: number;
  posts: number;
}

/** Sets the environment for this process and its children. Call it before anything reads that. */
export function setEnvironment(dataDir: string, port: number): void {
  for (const name of [
    'DATABASE_URL',
    'DATABASE_REPLICA_URL',
    'SITE_DIR',
    'PAGES_URL',
    'SITE_URL',
    'OIDC_ISSUER',
    'CDN',
    'ROLE',
    'NODE_ENV',
  ])
    delete process.env[name];
  Object.assign(process.env, {
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: 'localhost',
    RATE_LIMITS: 'off',
    CAPTCHA_PROVIDER: 'none',
    LOG_LEVEL: 'warn',
  });
  mkdirSync(dataDir, { recursive: true });
}

export async function ensureBuilt(): Promise<void> {
  const fingerprint = sourcesFingerprint();
  if (readBuiltFingerprint() === fingerprint) return;
  const step = showProgress('Building the site');
  await build(fingerprint);
  step.done();
}

export interface BenchEnvironment {
  env: Env;
  db: Db;
  close(): Promise<void>;
}

/** Starts the folder's database, and sets DATABASE_URL for child processes. */
export async function openEnvironment(): Promise<BenchEnvironment> {
  const database: EmbeddedPostgres = await startEmbeddedPostgres(readEnv().DATA_DIR);
  process.env.DATABASE_URL = database.url;
  const env = readEnv();
  const db = createDb({
    url: database.url,
    kind: 'maintenance',
    maxConnections: 4,
    name: 'forum bench',
  });
  let closed = false;
  return {
    env,
    db,
    async close() {
      if (closed) return;
      closed = true;
      delete process.env.DATABASE_URL;
      await db.$client.end();
      await database.stop();
    },
  };
}

/** Adds volume up to the wanted size. */
export async function ensureVolume({ env, db }: BenchEnvironment, size: Size): Promise<void> {
  await migrateDatabase(db, env.DATABASE_URL as string);
  await seedCommunity(env);
  const {
    rows: [found],
  } = await db.$client.query<{ threads: number; posts: number }>(
    'select (select count(*) from thread) as threads, (select count(*) from post) as posts',
  );
  const missing = {
    threads: size.threads - (found?.threads ?? 0),
    posts: size.posts - (found?.posts ?? 0),
  };
  // Small differences are ignored: the demo community, and threads of earlier benches.
  if (missing.threads < size.threads / 10 && missing.posts < size.posts / 10) return;
  const { addVolume } = await import('../../seed/volume/add-volume.ts');
  await addVolume(env, {
    threads: Math.max(1, missing.threads),
    posts: Math.max(missing.threads, missing.posts),
    users: Math.max(50, Math.round(size.threads / 5)),
  });
}

/** Deletes published pages: re-rendering those of an earlier build would disturb measurements. */
export async function clearPublished({ env, db }: BenchEnvironment): Promise<void> {
  await db.$client.query('truncate published_page, invalidation');
  rmSync(env.SITE_DIR, { recursive: true, force: true });
  if (env.PAGES_URL) await openPages(env, db).removeAll();
  else await saveFolderId(db, env.SITE_DIR);
}

/** Starts an S3 server in a process of its own, and sets PAGES_URL to its bucket. */
export async function startPagesBucket(): Promise<{ stop(): Promise<void> }> {
  const program = join(rootFolder, 'scripts/tools/bucket.ts');
  const folder = join(readEnv().DATA_DIR, 'bucket');
  const child = spawn(process.execPath, [program, folder, 'pages', '127.0.0.1', '0'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  [process.env.PAGES_URL] = (await once(child, 'message')) as [string];
  return { stop: () => stopProcess(child) };
}

/** Whether commits are flushed to disk, as in production. */
export async function isDurable(db: Db): Promise<boolean> {
  const { rows } = await db.$client.query<{ setting: string }>(
    `
      select setting
      from pg_settings
      where name in ('fsync', 'synchronous_commit', 'full_page_writes')`,
  );
  return rows.every((row) => row.setting === 'on');
}

export const rootFolder = join(import.meta.dirname, '../../..');
