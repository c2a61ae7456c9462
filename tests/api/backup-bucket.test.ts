import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { readEnv } from '#platform/env.ts';
import { getUploadsFolder } from '#platform/local-storage.ts';
import { openStorage } from '#platform/open-storage.ts';
import type { Storage } from '#platform/storage.ts';
import { runScript } from '../support/run-script.ts';
import { startS3ForFile } from '../support/s3-for-file.ts';
import { blankDatabase, demoDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';
import { listen } from '../support/upload-call.ts';

/* Backups of a forum that stores its pictures in a bucket. */

const forum = await demoDatabase();
const first = await startS3ForFile('first');
const second = await startS3ForFile('second');
const folder = temporaryFolder('backup-bucket');
const file = join(folder, 'forum.tar');

const storageAt = (storageUrl: string) =>
  openStorage(readEnv({ STORAGE_URL: storageUrl, DATA_DIR: folder }));
const settings = (databaseUrl: string, name: string, storageUrl?: string) => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: join(folder, name),
  LOG_LEVEL: 'warn',
  ...(storageUrl ? { STORAGE_URL: storageUrl } : {}),
});

async function contentOf(storage: Storage): Promise<Record<string, number>> {
  const content: Record<string, number> = {};
  for await (const path of storage.list())
    content[path] = (await new Response(await storage.read(path)).arrayBuffer()).byteLength;
  return content;
}

let pictures: Record<string, number>;

/** Outcome of the command that wrote `file`. */
let saved: Awaited<ReturnType<typeof runScript>>;

beforeAll(async () => {
  const demo = openStorage({ DATA_DIR: forum.demoDataDir, STORAGE_URL: undefined });
  const bucket = storageAt(first.storageUrl);
  for await (const path of demo.list())
    await bucket.put(path, new Uint8Array(await new Response(await demo.read(path)).arrayBuffer()));
  pictures = await contentOf(demo);
  expect(Object.keys(pictures).length).toBeGreaterThan(20);
  saved = await runScript(
    'backup',
    ['--out', file],
    settings(forum.url, 'source', first.storageUrl),
  );
});

test('[ops] a backup holds the pictures of a bucket, and puts them into an empty one', async () => {
  expect(saved).toMatchObject({ code: 0, stderr: '' });
  expect(saved.stdout).toContain(`${Object.keys(pictures).length} uploads`);
  expect(saved.stdout).not.toContain('doesn’t have');

  const target = await blankDatabase();
  expect(
    await runScript('restore', [file], settings(target.url, 'restored', second.storageUrl)),
  ).toMatchObject({ code: 0, stderr: '' });
  expect(await contentOf(storageAt(second.storageUrl))).toEqual(pictures);
  expect((await target.db.execute(sql`select count(*)::int as posts from post`)).rows).toEqual(
    (await forum.db.execute(sql`select count(*)::int as posts from post`)).rows,
  );
});

test('[ops] a backup of a bucket is restored into a folder too', async () => {
  const target = await blankDatabase();
  expect(await runScript('restore', [file], settings(target.url, 'into-folder'))).toMatchObject({
    code: 0,
    stderr: '',
  });
  const restored = openStorage({ DATA_DIR: join(folder, 'into-folder'), STORAGE_URL: undefined });
  expect(await contentOf(restored)).toEqual(pictures);
  expect(getUploadsFolder(join(folder, 'into-folder'))).toContain('into-folder');
});

test('[ops] a backup says which pictures are missing, and a bucket that refuses leaves nothing restored', async () => {
  await forum.db.execute(
    sql`
      insert into upload (
        hash,
        path,
        mime,
        bytes,
        width,
        height
      )
      values (${'0'.repeat(32)}, ${`00/${'0'.repeat(32)}.webp`}, 'image/webp', 1, 1, 1)`,
  );
  const incomplete = await runScript(
    'backup',
    ['--out', join(folder, 'incomplete.tar')],
    settings(forum.url, 'source', first.storageUrl),
  );
  expect([incomplete.code, incomplete.stdout]).toEqual([
    0,
    expect.stringContaining(`00/${'0'.repeat(32)}.webp`),
  ]);

  const target = await blankDatabase();
  const refused = await runScript(
    'restore',
    [file],
    settings(target.url, 'refused', second.storageUrl.replace('S3RVER:S3RVER', 'S3RVER:wrong')),
  );
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('403');
  expect(
    (await target.db.execute(sql`select to_regclass('post') as posts`)).rows,
    'not even the tables',
  ).toEqual([{ posts: null }]);
});

test('[ops] a bucket is listed to its end, however many pictures there are, and nothing else of it is taken', async () => {
  const path = (index: number) => `00/${String(index).padStart(32, '0')}.webp`;
  const pages = new Map([
    [
      null,
      `<Contents><Key>${path(1)}</Key></Contents><Contents><Key>../../etc/passwd</Key></Contents><NextContinuationToken>a/b+c&amp;d==</NextContinuationToken>`,
    ],
    [
      'a/b+c&d==',
      `<Contents><Key>notes.txt</Key></Contents><Contents><Key>${path(2)}</Key></Contents>`,
    ],
  ]);
  // The other tests' S3 server can't count past a thousand on this Node version.
  const port = await listen((request, response) => {
    const asked = new URL(request.url ?? '', 'http://bucket').searchParams;
    response.end(
      `<ListBucketResult>${pages.get(asked.get('continuation-token')) ?? ''}</ListBucketResult>`,
    );
  });
  const listed: string[] = [];
  for await (const one of storageAt(`s3://KEY:SECRET@127.0.0.1:${port}/many?secure=0`).list())
    listed.push(one);
  expect(listed).toEqual([path(1), path(2)]);
});
