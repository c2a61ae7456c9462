import { type Dirent, existsSync, opendirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { pathOfFile, pathOfPartial, removePage } from './files.ts';
import { whileRendering } from './lock.ts';

/*
 * Files that no record names: a takedown would find them by their address only, and nothing would
 * ever renew them.
 */

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

/**
 * Folders and names below the site's folder where pages stand; everything else there isn't the
 * publisher's.
 */
const AREAS = ['zh', 'en', 'phone'];
const PORTION = 200;
/** Milliseconds of rest between two portions, where it's done gently. */
const REST_MS = 20;

const unrecorded = statement<{ path: string }, { paths: readonly string[] }>(
  `
    select path
    from unnest(:paths::text[]) path
    where not exists (select from published_page p where p.path = path.path)`,
);

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
  for (const entry of existsSync(siteDir) ? opendirNames(siteDir) : [])
    if (pathOfFile(entry) || pathOfPartial(entry)) yield entry;
}

function opendirNames(folder: string): string[] {
  const opened = opendirSync(folder);
  const names: string[] = [];
  for (let entry = opened.readSync(); entry; entry = opened.readSync())
    if (entry.isFile()) names.push(entry.name);
  opened.closeSync();
  return names;
}

/**
 * Removes those of these pages that have no record, and what was begun of the others and never
 * finished, while nobody renders them: who does records them first, and finishes their files before
 * it lets go.
 */
async function removeLeft(
  { db, held, siteDir }: Audited,
  pages: string[],
  partials: ReadonlyMap<string, string>,
): Promise<string[]> {
  const unnamed = (await unrecorded(db, { paths: pages })).map((row) => row.path);
  const suspects = [...new Set([...unnamed, ...partials.values()])];
  if (suspects.length === 0) return [];
  return whileRendering(held, suspects, async (lock) => {
    const orphans =
      unnamed.length > 0 ? (await unrecorded(lock, { paths: unnamed })).map((row) => row.path) : [];
    for (const path of orphans) removePage(siteDir, path);
    for (const file of partials.keys()) rmSync(join(siteDir, file), { force: true });
    return orphans;
  });
}

/**
 * Looks through all files of pages and removes those without a record, and what was never finished.
 * Returns their paths.
 */
export async function auditFiles(
  audited: Audited,
  { gently = false, signal }: AuditOptions = {},
): Promise<string[]> {
  const removed: string[] = [];
  const pages = new Set<string>();
  /** Files that aren't whole, and the pages that they were to become. */
  const partials = new Map<string, string>();
  const look = async () => {
    removed.push(...(await removeLeft(audited, [...pages], partials)));
    pages.clear();
    partials.clear();
    if (gently) await delay(REST_MS);
  };
  for (const file of pageFiles(audited.siteDir)) {
    if (signal?.aborted) return removed;
    const path = pathOfFile(file);
    const partial = pathOfPartial(file);
    if (path !== undefined) pages.add(path);
    else if (partial !== undefined) partials.set(file, partial);
    if (pages.size + partials.size >= PORTION) await look();
  }
  if (pages.size + partials.size > 0) await look();
  return removed;
}
