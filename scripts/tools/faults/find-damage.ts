import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Db } from '#db/client.ts';
import { PARTIAL_EXTENSION, toFilePath } from '#publish/files/page-file-names.ts';
import { runScript } from '../../../tests/support/run-script.ts';
import type { ForumUnderTest } from './forum-under-test.ts';
import type { Acknowledged } from './traffic.ts';

/* Compares acknowledged writes, database and files after a fault. */

/** Sentences about errors; the kinds are columns of the table. */
export interface Damage {
  lost: string[];
  doubled: string[];
  /** Deleted, but still in the database or shown. */
  reappeared: string[];
  differ: string[];
  /** Files without a row, or half-written. */
  stray: string[];
}

/** Compares the database with acknowledged writes. */
export async function compareWithDatabase(
  db: Db,
  said: Acknowledged,
): Promise<Pick<Damage, 'lost' | 'doubled' | 'reappeared'>> {
  const { rows } = await db.$client.query<{ id: number; html: string; state: string }>(
    `select id, html, state from post where html like '%fault-%'`,
  );
  const firstMark = (html: string) => /fault-\w+-\d+-end/.exec(html)?.[0] ?? '';
  const standing = new Map<string, number>();
  const htmlOf = new Map<number, string>();
  for (const { id, html, state } of rows) {
    htmlOf.set(id, html);
    if (state === 'normal') standing.set(firstMark(html), (standing.get(firstMark(html)) ?? 0) + 1);
  }
  const acknowledged = [...said.replies.keys(), ...said.threads.keys()];
  const lostEdits = [...said.edits]
    .filter(([id, texts]) => ![...texts].some((text) => htmlOf.get(id)?.includes(text)))
    .map(([id]) => `an edit of reply ${id}`);
  return {
    lost: [...acknowledged.filter((mark) => !standing.has(mark)), ...lostEdits],
    doubled: acknowledged.filter((mark) => (standing.get(mark) ?? 0) > 1),
    reappeared: [...said.deleted.keys()]
      .filter((mark) => standing.has(mark))
      .map((mark) => `${mark} is in the database`),
  };
}

/** Paths of pages' files below the folder, without the build's. */
function pageFiles(siteDir: string): string[] {
  return readdirSync(siteDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(siteDir, join(entry.parentPath, entry.name)))
    .filter(
      (file) =>
        /(?:^|\/)index\.html$|\.part$|^sitemap.*\.xml$|^robots\.txt$|(?:rss|atom|feed)\.xml$/.test(
          file,
        ) && !file.startsWith('assets/'),
    );
}

/** An unfinished file of this age was abandoned. */
const WRITING_MS = 5_000;

function isBeingWritten(file: string): boolean {
  const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
  return file.endsWith(PARTIAL_EXTENSION) && Date.now() - mtimeMs < WRITING_MS;
}

/** Page files without a row, and half-written ones. */
export async function strayFiles(db: Db, siteDir: string): Promise<string[]> {
  const { rows } = await db.$client.query<{ path: string }>('select path from published_page');
  const named = new Set(rows.map(({ path }) => toFilePath(path)));
  return pageFiles(siteDir).filter(
    (file) => !named.has(file) && !isBeingWritten(join(siteDir, file)),
  );
}

/** Compares files with their rows and with deletions. */
async function compareFiles(
  db: Db,
  siteDir: string,
  said: Acknowledged,
): Promise<Pick<Damage, 'reappeared' | 'stray'>> {
  const shows = (path: string, mark: string) =>
    existsSync(join(siteDir, toFilePath(path))) &&
    readFileSync(join(siteDir, toFilePath(path)), 'utf8').includes(mark);
  const stillShown = [...said.deleted].flatMap(([mark, paths]) =>
    paths.filter((path) => shows(path, mark)).map((path) => `${path} shows ${mark}`),
  );
  return { reappeared: [...said.reappeared, ...stillShown], stray: await strayFiles(db, siteDir) };
}

/** Acknowledged pictures that are missing. */
export async function missingPictures(
  forum: { url: string },
  said: Acknowledged,
): Promise<string[]> {
  const missing: string[] = [];
  for (const address of said.pictures) {
    const response = await fetch(new URL(address, forum.url)).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.status !== 200) missing.push(`the picture ${address}`);
  }
  return missing;
}

/** `npm run publish -- --check --all`: pages that differ from the database. */
export async function checkPages(env: Record<string, string>): Promise<string[]> {
  const { stdout, stderr } = await runScript('publish', ['--check', '--all'], env);
  const differing = /^\d+ pages checked, (\d+) differ/m.exec(stdout)?.[1];
  if (differing === undefined)
    return [`the check ended without a result: ${(stderr || stdout).slice(-300)}`];
  const named = Array.from(
    stdout.matchAll(/^(\w+) +(\/\S*)\n((?: {2}.*\n)*)/gm),
    ([, kind, path, places = '']) => `${path} (${kind})${places.trimEnd()}`,
  );
  return named.length === 0 && Number(differing) > 0 ? [`${differing} pages`] : named;
}

/** All errors; `pages`: checks pages too. Needs an idle publisher and no writers. */
export async function findDamage(
  db: Db,
  forum: ForumUnderTest,
  said: Acknowledged,
  pages: boolean,
): Promise<Damage> {
  const [rows, files] = [
    await compareWithDatabase(db, said),
    await compareFiles(db, forum.siteDir, said),
  ];
  return {
    ...rows,
    ...files,
    lost: [...rows.lost, ...(await missingPictures(forum, said))],
    reappeared: [...rows.reappeared, ...files.reappeared],
    differ: pages ? await checkPages(forum.env()) : [],
  };
}
