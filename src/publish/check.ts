import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { fileOf, hashOf } from './files.ts';
import { preload } from './preload.ts';
import type { Render } from './rendered.ts';

const some = statement<{ path: string }>(`select path from published_page where path > $1 and ($2 or random() < 0.02) order by path limit 500`);

/** Paths of what is published: all, or a sample. */
export async function* publishedPaths(db: Db, all: boolean): AsyncGenerator<string[]> {
  for (let after = ''; ; ) {
    const rows = await some(db, [after, all]);
    if (rows.length === 0) return;
    yield rows.map((row) => row.path);
    after = rows.at(-1)?.path as string;
  }
}

/** Which of these pages have a file that isn't what the database says now. */
export async function differing(db: Db, siteDir: string, render: Render, paths: readonly string[]): Promise<string[]> {
  const preloaded = await preload(db, paths);
  const different: string[] = [];
  for (const path of paths) {
    const [made, file] = await Promise.all([render(path, preloaded), readFile(join(siteDir, fileOf(path)), 'utf8').catch(() => undefined)]);
    const same = made.status === 200 ? file !== undefined && hashOf(file) === hashOf(made.body) : file === undefined;
    if (!same) different.push(path);
  }
  return different;
}
