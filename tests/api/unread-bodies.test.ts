import { execFileSync } from 'node:child_process';
import { createReadStream, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { cancelHeadBody } from '#api/http/middleware/head-body.ts';
import { sendCsv } from '#api/routes/admin/csv.ts';
import { writeArchive } from '#domain/own-data/write-archive.ts';
import { readFileBytes, toBody } from '#platform/file-stream.ts';
import { getUploadsFolder } from '#platform/local-storage.ts';
import type { Storage } from '#platform/storage.ts';
import { adminCaller } from '../support/admin-session.ts';
import { collectGarbage, openFiles } from '../support/call-modes.ts';
import { member } from '../support/factories.ts';
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';

/* Bodies that clients don't read to the end; every-call.test.ts tests the same for every call. */

const { db } = await demoDatabase();
const dataDir = temporaryFolder('unread-bodies');
const api = await testApi(db, { DATA_DIR: dataDir });

const PICTURE = `ab/ab${'0'.repeat(30)}.webp`;
const picture = join(getUploadsFolder(dataDir), PICTURE);
mkdirSync(dirname(picture), { recursive: true });
writeFileSync(picture, Buffer.alloc(1024 * 1024));

test('[R21] HEAD of a large picture leaves no file open', async () => {
  const caller = await api.as(PEOPLE.member);
  const path = `/api/v1/thread/down_image?file_path=${PICTURE}`;
  expect((await caller.send('HEAD', path)).status).toBe(200);
  await collectGarbage();
  // Files are opened in order: after a later file was read, the earlier one would be open.
  const whole = await caller.send('GET', path);
  expect((await whole.arrayBuffer()).byteLength).toBe(1024 * 1024);
  await expect.poll(openFiles).not.toContain(picture);
});

test('[R21] a file that cannot be opened is an error without its path', async () => {
  const body = toBody(readFileBytes(join(dataDir, 'gone.webp')));
  await expect(body.getReader().read()).rejects.toThrow(/^the file cannot be opened$/);
});

test('[R21] a file whose first byte is refused is closed', async () => {
  const body = toBody(
    readFileBytes(picture, async () => {
      expect(openFiles()).toContain(picture);
      throw new Error('fetched before');
    }),
  );
  await expect(body.getReader().read()).rejects.toThrow('fetched before');
  await expect.poll(openFiles).not.toContain(picture);
});

test('[R21] HEAD of a table’s file takes no slot of exports', async () => {
  const { cookie } = await adminCaller(api, db);
  const ask = async (method: string) =>
    (await api.send(method, '/api/v2/admin/users.csv', undefined, { cookie })).status;
  for (let asked = 0; asked < 3; asked++) expect(await ask('HEAD')).toBe(200);
});

test('[R21] HEAD cancels the body of GET', async () => {
  let cancelled = false;
  const app = new Hono().use(cancelHeadBody()).get('/', (c) =>
    c.body(
      new ReadableStream({
        cancel() {
          cancelled = true;
        },
      }),
    ),
  );
  await app.request('/', { method: 'HEAD' });
  expect(cancelled).toBe(true);
});

test('[R21] a table’s file that fails in a row ends its query', async () => {
  let ended = false;
  async function* readRows() {
    try {
      yield [{ isWrong: false }];
      yield [{ isWrong: true }];
    } finally {
      ended = true;
    }
  }
  const failing = ({ isWrong }: { isWrong: boolean }) => {
    if (isWrong) throw new Error('no such cell');
  };
  const app = new Hono<{ Variables: { actor: unknown } }>().get('/', (c) => {
    c.set('actor', { userId: 1 });
    return sendCsv<object>(c as never, 'rows', [['cell', failing] as never], readRows());
  });
  await expect((await app.request('/')).text()).rejects.toThrow('no such cell');
  expect(ended).toBe(true);
});

test('[R35] an archive that is broken off leaves no picture open', async () => {
  const userId = await member(db);
  await db.execute(sql`
    insert into upload (hash, path, mime, bytes, width, height, user_id)
    values (${`hash-${userId}`}, ${PICTURE}, 'image/webp', 3, 1, 1, ${userId})`);
  const file = join(dataDir, 'archive');
  execFileSync('mkfifo', [file]); // a disk that fails when the client disconnects
  const disk = createReadStream(file).resume();
  let cancelled = false;
  let pulls = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(stream) {
      if (++pulls === 3) disk.destroy();
      stream.enqueue(new Uint8Array(65_536));
    },
    cancel() {
      cancelled = true;
    },
  });
  const storage = { read: async () => endless } as Partial<Storage> as Storage;
  const pages = { lang: 'en', siteUrl: 'https://forum.example', timeZone: 'UTC' } as const;
  const written = writeArchive({ ...pages, db, storage, userId, onProgress: async () => {} }, file);
  await expect(written).rejects.toThrow('EPIPE');
  await expect.poll(() => cancelled).toBe(true);
});
