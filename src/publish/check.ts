import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { readTagsOfNewLevels } from '#domain/user/new-levels.ts';
import { chosenThreads, essenceOf } from './drift.ts';
import { fileOf } from './files.ts';
import { whileRendering } from './lock.ts';
import { preload } from './preload.ts';
import type { Render, Rendered } from './rendered.ts';

/*
 * Compares files with what the database says. Pages that are kept for a time only, and those that
 * wait to be rendered, are allowed to be behind.
 */

export interface Checked {
  db: Db;
  /** Connections for the locks; see Publisher. */
  held: Db;
  siteDir: string;
  render: Render;
}

/**
 * `differs`: the file isn't what the database says. `missing`: there is none. `fails`: the page
 * can't be rendered. `behind`: it differs only in what is let get old, see drift.ts; nothing is
 * wrong.
 */
export interface Finding {
  path: string;
  kind: 'differs' | 'missing' | 'fails' | 'behind';
}

const some = statement<{ path: string }, { after: string; all: boolean }>(`
  select path
  from published_page
  where path > :after and (:all or random() < 0.02) and expires_at is null and set_aside_at is null
  order by path
  limit 500`);
/**
 * Those of these pages that nothing is going to render again; of `laterPaths` the tags are
 * touched some minutes later.
 */
const settled = statement<
  { path: string },
  { paths: readonly string[]; laterPaths: readonly string[] }
>(`
  select path
  from published_page p
  where path = any(:paths::text[])
    and not (p.tags && :laterPaths::text[])
    and not exists (select from touched_tag t where t.tag = any(p.tags))
    and not exists (select from page_write w where w.path = p.path)`);

const shownThreads = statement<{ id: number }, { ids: readonly number[] }>(`
  select t.id
  from thread t
  join forum f on f.id = t.forum_id and f.access = 'public'
  where t.id = any(:ids::int[]) and t.state = 'normal' and t.checked`);

/** Paths of what is published: all, or a sample. */
export async function* publishedPaths(db: Db, all: boolean): AsyncGenerator<string[]> {
  for (let after = ''; ; ) {
    const rows = await some(db, { after, all });
    if (rows.length === 0) return;
    yield rows.map((row) => row.path);
    after = rows.at(-1)?.path as string;
  }
}

const fileText = (siteDir: string, path: string): string | undefined => {
  try {
    return readFileSync(join(siteDir, fileOf(path)), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/**
 * Whether a page differs from what would be rendered now only in what is let get old, and names
 * nothing that was taken away.
 */
async function isBehind(db: Db, text: string, made: Rendered): Promise<boolean> {
  if (!made.contentType.startsWith('text/html') || essenceOf(text) !== essenceOf(made.body))
    return false;
  const named = [...new Set(chosenThreads(text))];
  return named.length === 0 || (await shownThreads(db, { ids: named })).length === named.length;
}

async function compare(
  { db, siteDir, render }: Checked,
  path: string,
  preloaded: Map<string, unknown>,
): Promise<Finding | undefined> {
  try {
    const made = await render(path, { preloaded });
    const text = fileText(siteDir, path);
    if (made.status !== 200) return text === undefined ? undefined : { path, kind: 'differs' };
    if (text === undefined) return { path, kind: 'missing' };
    if (text === made.body) return undefined;
    return { path, kind: (await isBehind(db, text, made)) ? 'behind' : 'differs' };
  } catch {
    return { path, kind: 'fails' };
  }
}

async function compareAll(checked: Checked, paths: readonly string[]): Promise<Finding[]> {
  const preloaded = await preload(checked.db, paths).catch(() => new Map<string, unknown>());
  const found: Finding[] = [];
  for (const path of paths) {
    const one = await compare(checked, path, preloaded);
    if (one) found.push(one);
  }
  return found;
}

/** Pages looked at once more under one set of locks. */
const CONFIRMED = 16;

/**
 * What is wrong with these pages. What seems wrong is looked at once more while nobody else renders
 * it.
 */
export async function findDifferences(
  checked: Checked,
  paths: readonly string[],
): Promise<Finding[]> {
  const suspects = (await compareAll(checked, paths)).map((one) => one.path);
  const found: Finding[] = [];
  for (let from = 0; from < suspects.length; from += CONFIRMED) {
    const some = suspects.slice(from, from + CONFIRMED);
    found.push(
      ...(await whileRendering(checked.held, some, async (lock) => {
        const later = await readTagsOfNewLevels(checked.db);
        const withoutOrders = async () =>
          new Set((await settled(lock, { paths: some, laterPaths: later })).map((one) => one.path));
        const before = await withoutOrders();
        const still = await compareAll(checked, some);
        const after = await withoutOrders();
        // What is going to be rendered again, or was written in between, needn't be right yet; but
        // it must be possible to render.
        return still.filter(
          ({ path, kind }) => kind === 'fails' || (before.has(path) && after.has(path)),
        );
      })),
    );
  }
  return found;
}
