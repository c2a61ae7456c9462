import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { TestProject } from 'vitest/node';
import { createDb, type Db } from '#db/client.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded/start-postgres.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { readEnv } from '#platform/env.ts';
import { readBuiltFingerprint, sourcesFingerprint } from '../../scripts/build.ts';

/*
 * Shared by all test files of a run: one PostgreSQL, template databases and the built site. Each is
 * created at its first request, so a single unit test waits for none of them.
 */

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the service below. */
    shared: string;
  }
}

/** The reply of `GET /postgres`. */
export interface SharedPostgres {
  /** A connection that may create databases. */
  url: string;
  /** A template database with the schema and no rows. */
  empty: string;
}

/** The reply of `GET /demo`. */
export interface SharedDemo {
  /** A template database with the demo community. */
  demo: string;
  /** DATA_DIR of the demo community, with its uploads. */
  dataDir: string;
}

const root = join(import.meta.dirname, '../..');

export function databaseAt(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

async function withDatabase<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = createDb({ url, kind: 'maintenance', maxConnections: 4 });
  try {
    return await work(db);
  } finally {
    await db.$client.end();
  }
}

const EMPTY = 'template_empty';
const DEMO = 'template_demo';

async function startPostgres(
  dataDir: string,
  started: (embedded: EmbeddedPostgres) => void,
): Promise<SharedPostgres> {
  // All files of a run share it, and some use 30 connections at once.
  const embedded = await startEmbeddedPostgres(dataDir, { maxConnections: 200 });
  started(embedded);
  const { url } = embedded;
  await withDatabase(url, async (admin) => {
    // The data is temporary: it needn't survive a power cut.
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
      await admin.execute(sql.raw(`alter system set ${setting} = off`));
    await admin.execute(sql`select pg_reload_conf()`);
    await admin.execute(sql.raw(`create database ${EMPTY}`));
  });
  const own = databaseAt(url, EMPTY);
  await withDatabase(own, (db) => migrateDatabase(db, own));
  return { url, empty: EMPTY };
}

async function loadDemo(dataDir: string, postgres: SharedPostgres): Promise<SharedDemo> {
  await withDatabase(postgres.url, (admin) =>
    admin.execute(sql.raw(`create database ${DEMO} template ${EMPTY}`)),
  );
  const url = databaseAt(postgres.url, DEMO);
  const { loadCommunity } = await import('../../scripts/seed/load-community.ts');
  await withDatabase(url, async (db) => {
    // Tests start with empty queues and fill them themselves.
    await loadCommunity(db, readEnv({ NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: url }), {
      operations: false,
    });
    await db.execute(sql`vacuum analyze`);
  });
  return { demo: DEMO, dataDir };
}

/** Builds the site in a child process: Vite inside Vitest would share its settings. */
async function buildSite(): Promise<{ fingerprint: string }> {
  const fingerprint = sourcesFingerprint();
  if (readBuiltFingerprint() === fingerprint) return { fingerprint };
  const child = spawn(process.execPath, [join(root, 'scripts/build.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', VITEST: undefined },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void (output += chunk));
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`The site does not build:\n${output.slice(0, 4_000)}`);
  return { fingerprint };
}

const memoize = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => (made ??= work());
};

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'forum-test-'));
  let embedded: EmbeddedPostgres | undefined;
  const postgres = memoize(() => startPostgres(dataDir, (one) => void (embedded = one)));
  const services: Record<string, () => Promise<unknown>> = {
    '/postgres': postgres,
    '/demo': memoize(async () => loadDemo(dataDir, await postgres())),
    '/build': memoize(buildSite),
  };
  const server = createServer((request, response) => {
    // a persistent connection could be closed before a busy file uses it again
    const headers = { 'content-type': 'application/json', connection: 'close' };
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, headers).end(JSON.stringify(body));
    services[request.url ?? '']?.().then(
      (body) => answer(200, body),
      (error: Error) => answer(500, { message: error.stack ?? error.message }),
    );
  });
  server.requestTimeout = 0;
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  provide('shared', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await embedded?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
