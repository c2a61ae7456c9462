import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Db } from '#db/client.ts';
import { type AtEnd, atEndOfFile, cleanedUpByRun } from './at-end-of-file.ts';
import type { SharedDemo } from './global-setup.ts';
import { reservePort } from './ports.ts';
import { inheritedEnv } from './processes.ts';
import { fetchShared } from './shared-service.ts';
import { readSettings } from './site-settings.ts';
import { demoDatabase, existingDatabase } from './test-database.ts';

const root = join(import.meta.dirname, '../..');

export interface Site {
  /** Its origin, without a slash at the end. */
  url: string;
  port: number;
  db: Db;
  databaseUrl: string;
  dataDir: string;
  siteDir: string;
  pid: number;
  /** Its log since the start. */
  log(): string;
}

/** A site of a test file's own. */
export interface OwnSite extends Site {
  /** Stops it as an operator would; a second call does nothing. Resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Ends it as a crash would. */
  kill(): Promise<number | null>;
}

export interface SiteOptions {
  /** Additional or different environment variables. */
  env?: Record<string, string>;
  /** An existing database, instead of a fresh one with the demo community. */
  databaseUrl?: string;
  /** Allows errors in its log. */
  mayComplain?: boolean;
}

/** pino's number of "error". */
const ERROR_LEVEL = 50;

/** A temporary folder that is deleted with the test file. */
export function temporaryFolder(name: string, atEnd = atEndOfFile): string {
  const folder = mkdtempSync(join(tmpdir(), `forum-${name}-`));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Hard links instead of copies: copying hundreds of files takes half of a server's start. */
function linkFiles(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFiles(source, target);
    else linkSync(source, target);
  }
}

async function waitUntilReady(child: ChildProcess, log: () => string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`The server was not ready in 90 s:\n${log()}`)),
      90_000,
    );
    child.once('message', () => {
      clearTimeout(timer);
      resolve();
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`The server ended with ${code}:\n${log()}`));
    });
  });
}

const readErrors = (log: string): string[] =>
  log.split('\n').filter((line) => {
    try {
      return (JSON.parse(line) as { level: number }).level >= ERROR_LEVEL;
    } catch {
      // a line that isn't a log entry is a stack or a warning of Node
      return line.trim() !== '';
    }
  });

async function launchSite(
  { env = {}, databaseUrl }: SiteOptions,
  atEnd: AtEnd = atEndOfFile,
): Promise<OwnSite> {
  const [own, demo] = await Promise.all([
    databaseUrl === undefined ? demoDatabase(atEnd) : existingDatabase(databaseUrl, atEnd),
    fetchShared<SharedDemo>('demo'),
    fetchShared('build'),
  ]);
  const dataDir = temporaryFolder('site', atEnd);
  cpSync(join(demo.dataDir, 'uploads'), join(dataDir, 'uploads'), { recursive: true });
  const port = await reservePort();
  const url = `http://127.0.0.1:${port}`;
  const siteDir = join(dataDir, 'site');
  // the server would copy these itself
  linkFiles(join(root, 'dist/client/assets'), join(siteDir, 'assets'));
  const child = spawn(process.execPath, [join(root, 'dist/server/entry.mjs')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...inheritedEnv(),
      PORT: String(port),
      HOST: '127.0.0.1',
      SITE_URL: url,
      DATABASE_URL: own.url,
      DATABASE_POOL: '8',
      DATA_DIR: dataDir,
      SITE_DIR: siteDir,
      RATE_LIMITS: 'off',
      CAPTCHA_PROVIDER: 'none',
      ...(env.SITE_URL ? {} : { CAPTCHA_WORK: 'light' }),
      LOG_LEVEL: 'warn',
      ...env,
    },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => void (text += chunk));
  let stopped: Promise<number | null> | undefined;
  const end = (signal: NodeJS.Signals) =>
    (stopped ??= (async () => {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = new Promise((resolve) => child.once('close', resolve));
        child.kill(signal);
        await ended;
      }
      return child.exitCode;
    })());
  atEnd(() => end('SIGTERM'));
  await waitUntilReady(child, () => text);
  return {
    url,
    port,
    db: own.db,
    databaseUrl: own.url,
    dataDir,
    siteDir,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    pid: child.pid as number,
    log: () => text,
  };
}

/**
 * Starts the built server for a test file, with its own database, data and pages; pages are
 * published at their first request. Call it at the top of the file. It stops at the end of the file
 * and fails the file if its log contains an error.
 */
export async function startSite(options: SiteOptions = {}): Promise<OwnSite> {
  let site: OwnSite | undefined;
  // registered before the stop, so it runs after it
  atEndOfFile(() => {
    if (site && !options.mayComplain)
      expect(readErrors(site.log()), 'errors in the server’s log').toEqual([]);
  });
  site = await launchSite(options);
  return site;
}

let shared: Promise<OwnSite> | undefined;

/**
 * This worker's site, with the demo community and all posts of earlier files; it is never stopped.
 * A file that uses it posts as members of `factories.ts` only, leaves settings and demo users
 * unchanged, and expects nothing of lists that other files fill.
 */
export async function sharedSite(): Promise<Site> {
  const site = await (shared ??= launchSite({}, cleanedUpByRun));
  const begin = site.log().length;
  const settings = await readSettings(site.db);
  atEndOfFile(async () => {
    expect(readErrors(site.log().slice(begin)), 'errors in the server’s log').toEqual([]);
    expect(await readSettings(site.db), 'what this file changed').toEqual(settings);
  });
  return site;
}

/** The site's answer to a visitor at a path. */
export const pageText = async ({ url }: Site, path: string): Promise<string> =>
  (await fetch(url + path)).text();
