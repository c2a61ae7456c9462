import { type Dirent, existsSync, opendirSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { isPartial, pathOfFile, removePage } from './files.ts';
import { whileRendering } from './lock.ts';

/* Files that no record names: a takedown would find them by their address only, and nothing would ever renew them. */

export interface Audited {
  db: Db;
  /** Connections for the locks; see Publisher. */
  held: Db;
  siteDir: string;
}

export interface AuditOptions {
  /** With pauses, so that who serves readers meanwhile isn't held up. */
  gently?: boolean;
  signal?: AbortSignal;
}

/** Folders and names below the site's folder where pages stand; everything else there isn't the publisher's. */
const AREAS = ['zh', 'en', 'phone'];
const PORTION = 200;
/** Milliseconds of rest between two portions, where it's done gently. */
const REST_MS = 20;
/** Milliseconds after which a file that isn't whole is left behind by somebody who was killed or had no room. */
const PARTIAL_MS = 60_000;

const unrecorded = statement<{ path: string }>(`select path from unnest($1::text[]) path where not exists (select from published_page p where p.path = path.path)`);

function* filesBelow(folder: string, below: string): Generator<string> {
  let entries: Dirent[];
  try {
    const opened = opendirSync(join(folder, below));
    entries = [];
    for (let entry = opened.readSync(); entry; entry = opened.readSync()) entries.push(entry);
    opened.closeSync();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return; // taken down meanwhile
    throw error;
  }
  for (const entry of entries) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(folder, name);
    else if (entry.isFile()) yield name;
  }
}

function* pageFiles(siteDir: string): Generator<string> {
  for (const area of AREAS) yield* filesBelow(siteDir, area);
  for (const entry of existsSync(siteDir) ? opendirNames(siteDir) : []) if (pathOfFile(entry) || isPartial(entry)) yield entry;
}

function opendirNames(folder: string): string[] {
  const opened = opendirSync(folder);
  const names: string[] = [];
  for (let entry = opened.readSync(); entry; entry = opened.readSync()) if (entry.isFile()) names.push(entry.name);
  opened.closeSync();
  return names;
}

/** Removes those of these pages that have no record, while nobody renders them: who does records them first. */
async function removeUnrecorded({ db, held, siteDir }: Audited, paths: string[]): Promise<string[]> {
  const suspects = (await unrecorded(db, [paths])).map((row) => row.path);
  if (suspects.length === 0) return [];
  return whileRendering(held, suspects, async (lock) => {
    const orphans = (await unrecorded(lock, [suspects])).map((row) => row.path);
    for (const path of orphans) removePage(siteDir, path);
    return orphans;
  });
}

/** Looks through all files of pages and removes those without a record, and what was never finished. Returns their paths. */
export async function auditFiles(audited: Audited, { gently = false, signal }: AuditOptions = {}): Promise<string[]> {
  const removed: string[] = [];
  let portion = new Set<string>();
  const look = async () => {
    removed.push(...(await removeUnrecorded(audited, [...portion])));
    portion = new Set();
    if (gently) await delay(REST_MS);
  };
  for (const file of pageFiles(audited.siteDir)) {
    if (signal?.aborted) return removed;
    const path = pathOfFile(file);
    if (path !== undefined) portion.add(path);
    else if (isPartial(file)) {
      const whole = join(audited.siteDir, file);
      const stat = statSync(whole, { throwIfNoEntry: false });
      if (stat && Date.now() - stat.mtimeMs > PARTIAL_MS) await rm(whole, { force: true });
    }
    if (portion.size >= PORTION) await look();
  }
  if (portion.size > 0) await look();
  return removed;
}
