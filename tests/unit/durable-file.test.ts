import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type * as fs from 'node:fs/promises';
import { basename, join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { commitFile, openPartialFile } from '#domain/own-data/export-files.ts';
import { renameDurably, syncFiles } from '#platform/durable-file.ts';
import { createLocalStorage } from '#platform/local-storage.ts';
import { temporaryFolder } from '../support/test-site.ts';

/* The order of file system calls: a file reaches the disk before it is acknowledged. */

const calls: string[] = [];
vi.mock('node:fs/promises', async (original) => {
  const actual = await original<typeof fs>();
  return {
    ...actual,
    open: async (...args: Parameters<typeof fs.open>) => {
      const handle = await actual.open(...args);
      const sync = handle.sync.bind(handle);
      handle.sync = () => {
        calls.push(`sync ${basename(String(args[0]))}`);
        return sync();
      };
      return handle;
    },
    rename: (from: string, to: string) => {
      calls.push(`rename to ${basename(to)}`);
      return actual.rename(from, to);
    },
  };
});

beforeEach(() => void calls.splice(0));

test('[ops] a file is on the disk before it gets its name, and the name before it is acknowledged', async () => {
  const folder = temporaryFolder('durable');
  writeFileSync(join(folder, 'partial'), 'x');
  await renameDurably(join(folder, 'partial'), join(folder, 'whole'));
  expect(calls).toEqual(['sync partial', 'rename to whole', `sync ${basename(folder)}`]);
});

test('[R33] an acknowledged upload survives a power cut, with the folders that are new', async () => {
  const folder = temporaryFolder('durable');
  await createLocalStorage(folder).put('2026/11/a.png', new Uint8Array([1]));
  expect(calls.map((call) => call.replace(/a\.png.*part$/, 'PARTIAL'))).toEqual([
    'sync PARTIAL',
    'rename to a.png',
    'sync 11',
    'sync 2026',
    `sync ${basename(folder)}`,
  ]);
});

test('[ops] an export survives a power cut once it can be fetched', async () => {
  const dataDir = temporaryFolder('durable');
  const partial = await openPartialFile(dataDir, 7);
  writeFileSync(partial, 'zip');
  await commitFile(dataDir, 7, partial);
  expect(calls).toEqual([`sync ${basename(partial)}`, 'rename to 7.zip', 'sync exports']);
});

test('[unit] files that were removed meanwhile are no error, one by one and all at once', async () => {
  const folder = temporaryFolder('durable');
  mkdirSync(join(folder, 'a'));
  writeFileSync(join(folder, 'a/1'), 'x');
  await syncFiles(folder, [join(folder, 'a/1'), join(folder, 'a/2'), join(folder, 'b/3')]);
  expect(calls).toEqual(['sync 1', 'sync a']);
  await syncFiles(
    folder,
    Array.from({ length: 100 }, (_, index) => join(folder, `c/${index}`)),
  );
  expect([existsSync(folder), readFileSync(join(folder, 'a/1'), 'utf8')]).toEqual([true, 'x']);
});
