import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createDb } from '#db/client.ts';
import { sweepUploads } from '#domain/uploads/sweep.ts';
import { ConfigError, readEnv } from '#platform/env.ts';
import { STORAGE_TIMEOUT_MS } from '#platform/limits.ts';
import { createLog } from '#platform/log.ts';
import { openStorage } from '#platform/open-storage.ts';
import { StorageUnavailable } from '#platform/unavailable.ts';
import { createAssetHandler } from '../../src/server/assets.ts';
import { watchStorage } from '../../src/server/watch-storage.ts';
import { member as addMember } from '../support/factories.ts';
import { startFaultyProxy } from '../support/faulty-proxy.ts';
import { PEOPLE } from '../support/people.ts';
import { startS3ForFile } from '../support/s3-for-file.ts';
import { plainPicture, uniquePicture } from '../support/sample-pictures.ts';
import { type Caller, testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';
import { listen, storagePath, uploadFiles, uploadForm } from '../support/upload-call.ts';

/* A bucket that is unavailable, hangs, refuses or aborts. */

const { db, url } = await demoDatabase();
const { storageUrl } = await startS3ForFile();
const proxy = await startFaultyProxy({ port: Number(new URL(storageUrl).port) });
const variables = { DATA_DIR: temporaryFolder('faults'), STORAGE_URL: proxy.through(storageUrl) };
const api = await testApi(db, variables);
const member = await api.as(PEOPLE.member);
const storage = openStorage(readEnv(variables));
const behind = openStorage(readEnv({ ...variables, STORAGE_URL: storageUrl }));
async function all(list: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const one of list) found.push(one);
  return found;
}
const filesBehind = async () => (await all(behind.list())).sort();
let side = 30;
const picture = () => plainPicture(++side, 20).png().toBuffer();

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

beforeEach(() => proxy.fault('none'));

describe('[R33] while the bucket', () => {
  test.each([
    ['answers 500', 500],
    ['refuses the keys', 403],
    ['is gone', 404],
    ['asks to come later', 503],
  ] as const)(
    '%s, an upload answers 503 with a time, and the next one after that is taken',
    async (_, status) => {
      const sent = await picture();
      proxy.fault(status);
      const response = await member.send('POST', '/api/v1/thread/file', uploadForm(sent));
      expect([
        response.status,
        ((await response.json()) as { err_code: string }).err_code,
        Number(response.headers.get('retry-after')) > 0,
      ]).toEqual([503, 'unavailable', true]);
      proxy.fault('none');
      const again = await uploadFiles(member, sent);
      expect(again.status).toBe(200);
      expect(await behind.has(storagePath(again.body.data[0]))).toBe(true);
    },
  );

  test('never answers, everybody else writes: no connection to the database waits for it', async () => {
    const two = createDb({
      url,
      kind: 'maintenance',
      maxConnections: 2,
      name: 'forum two connections',
    });
    try {
      const small = await testApi(two, variables);
      const writer = await small.as(PEOPLE.member);
      const pictures = await Promise.all(Array.from({ length: 6 }, picture));
      proxy.fault('hang');
      const timers = vi.spyOn(globalThis, 'setTimeout');
      let answered = 0;
      // a user has one form at a time
      const senders = await Promise.all(pictures.map(async () => small.as(await addMember(db))));
      const uploads = pictures.map((one, n) =>
        uploadFiles(senders[n] as Caller, one).finally(() => answered++),
      );
      await expect.poll(proxy.hanging).toBe(6);
      const replies = await Promise.all(
        Array.from({ length: 6 }, (_, n) =>
          writer.call('POST', '/api/v1/thread/draft', {
            forum_id: 1,
            subject: `草稿 ${n}`,
            message: '<p>写着</p>',
          }),
        ),
      );
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
      expect(answered).toBe(0);
      // The bucket's time limit has passed.
      const deadlines = timers.mock.calls.filter(([, delay]) => delay === STORAGE_TIMEOUT_MS);
      timers.mockRestore();
      expect(deadlines).toHaveLength(6);
      collectGarbage();
      for (const [expire] of deadlines) expire();
      expect((await Promise.all(uploads)).map(({ status }) => status)).toEqual(
        uploads.map(() => 503),
      );
    } finally {
      await two.$client.end();
    }
  });

  test('breaks off in the middle of a picture, readers aren’t told that it was whole', async () => {
    const path = storagePath(
      (await uploadFiles(member, await uniquePicture(700, 500, 7).png().toBuffer())).body.data[0],
    );
    const assets = createAssetHandler(readEnv(variables));
    const port = await listen((request, response) =>
      assets(request, response, () => void response.writeHead(404).end()),
    );
    const site = `http://127.0.0.1:${port}`;
    expect(
      (await (await fetch(`${site}/uploads/${path}`)).arrayBuffer()).byteLength,
    ).toBeGreaterThan(100);
    proxy.fault('truncate', 'GET');
    await expect(
      fetch(`${site}/uploads/${path}`).then((answer) => answer.arrayBuffer()),
    ).rejects.toThrow();
  });
});

test('[R33] files of a failed upload in the bucket are swept, and a picture that succeeded after all isn’t', async () => {
  const wide = await uniquePicture(1000, 300, 17).png().toBuffer();
  const before = await filesBehind();
  // the widths of a picture are stored first; the original is refused
  proxy.fault('none');
  const put = vi.spyOn(storage, 'put').mockImplementation(async (path, bytes) => {
    if (/\/[0-9a-f]{32}\.webp$/.test(path)) throw new StorageUnavailable('broken off');
    await behind.put(path, bytes);
  });
  expect((await uploadFiles(member, wide)).status).toBe(503);
  put.mockRestore();
  expect((await filesBehind()).length).toBe(before.length + 2);
  const kept = storagePath((await uploadFiles(member, await picture())).body.data[0]);
  expect(await sweepUploads(db, storage)).toBe(0);
  await db.execute(
    sql`update upload set created_at = now() - interval '2 hours' where user_id = ${PEOPLE.member}`,
  );
  await sweepUploads(db, storage);
  expect(await filesBehind()).toEqual([...before, kept].sort());
  // a repeated upload is stored normally
  const again = storagePath((await uploadFiles(member, wide)).body.data[0]);
  expect(await behind.has(again)).toBe(true);
});

test('[R33] a sweep with an unavailable bucket continues the next time, and an upload of the same picture meanwhile gets “try again later”', async () => {
  const sent = await picture();
  const path = storagePath((await uploadFiles(member, sent)).body.data[0]);
  await db.execute(
    sql`update upload set created_at = now() - interval '8 days' where path = ${path}`,
  );
  proxy.fault(500, 'DELETE');
  await expect(sweepUploads(db, storage)).rejects.toThrow('answers 500');
  proxy.fault('none');
  expect((await uploadFiles(member, sent)).status).toBe(503);
  const sweepClaimed = async (minutes: number) => {
    await db.execute(sql`
      update upload
      set swept_at = now() - make_interval(mins => ${minutes})
      where path = ${path}`);
    return sweepUploads(db, storage);
  };
  expect(await sweepClaimed(59), 'another one may still be at it').toBe(0);
  expect(await sweepClaimed(61)).toBe(1);
  expect(await behind.has(path)).toBe(false);
  expect(storagePath((await uploadFiles(member, sent)).body.data[0])).toBe(path);
  expect(await behind.has(path)).toBe(true);
});

describe('[R33] at the start', () => {
  const probe = (STORAGE_URL: string) =>
    openStorage(readEnv({ ...variables, STORAGE_URL })).probe();

  test('a wrong key, a missing bucket and a bucket of others are said in one line', async () => {
    await expect(probe(storageUrl.replace('S3RVER:S3RVER', 'S3RVER:wrong'))).rejects.toThrow(
      ConfigError,
    );
    await expect(probe(storageUrl.replace('S3RVER:S3RVER', 'S3RVER:wrong'))).rejects.toThrow(
      /refuses its keys or its region \(403 SignatureDoesNotMatch\)/,
    );
    await expect(probe(storageUrl.replace('/uploads', '/nowhere'))).rejects.toThrow(
      /there is no bucket at http.*\/nowhere\. Create it/,
    );
    await expect(probe(storageUrl)).resolves.toBeUndefined();
  });

  test('a bucket that is away is waited for while the forum runs', async () => {
    const log = createLog('silent');
    const warn = vi.spyOn(log, 'warn');
    const ending = new AbortController();
    proxy.fault(503);
    await watchStorage(storage, log, ending.signal, 20);
    expect(warn).toHaveBeenCalledWith(
      { reason: expect.stringContaining('answers 503') },
      'storage.failed',
    );
    proxy.fault('none');
    await expect.poll(() => warn.mock.calls.at(-1)?.[0]).toBe('storage.recovered');
    ending.abort();
  });
});
