import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { sweepUploads } from '#domain/uploads/sweep.ts';
import { readEnv } from '#platform/env.ts';
import { openStorage } from '#platform/open-storage.ts';
import { toVariantPath } from '#platform/stored-path.ts';
import { createAssetHandler } from '../../src/server/assets.ts';
import { PEOPLE } from '../support/people.ts';
import { startS3ForFile } from '../support/s3-for-file.ts';
import { uniquePicture } from '../support/sample-pictures.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';
import { listen, storagePath, uploadFiles } from '../support/upload-call.ts';

const { db } = await demoDatabase();
const { storageUrl } = await startS3ForFile();
const variables = { DATA_DIR: temporaryFolder('bucket'), STORAGE_URL: storageUrl };
const inBucket = await testApi(db, variables);
const uploader = await inBucket.as(PEOPLE.member);
const storage = openStorage(readEnv(variables));

async function serve(more: Record<string, string> = {}): Promise<string> {
  const assets = createAssetHandler(readEnv({ ...variables, ...more }));
  const port = await listen((request, response) =>
    assets(request, response, () => void response.writeHead(404).end()),
  );
  return `http://127.0.0.1:${port}`;
}

test('[R33] uploads in a bucket are stored there with their variants, served from there, downloaded and removed', async () => {
  const sent = await uniquePicture(1000, 200, 61).png().toBuffer();
  const path = storagePath((await uploadFiles(uploader, sent)).body.data[0]);
  expect(
    await Promise.all(
      [path, toVariantPath(path, 480), toVariantPath(path, 960), toVariantPath(path, 1440)].map(
        (one) => storage.has(one),
      ),
    ),
  ).toEqual([true, true, true, false]);

  const site = await serve();
  const served = await fetch(`${site}/uploads/${path}`);
  expect(Object.fromEntries(served.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
  });
  expect(await sharp(await served.arrayBuffer()).metadata()).toMatchObject({ width: 1000 });
  expect(
    (
      await fetch(`${site}/uploads/${path}`, {
        headers: { 'if-none-match': served.headers.get('etag') ?? '' },
      })
    ).status,
  ).toBe(304);
  expect((await fetch(`${site}/uploads/${path}`, { method: 'HEAD' })).status).toBe(200);
  expect((await fetch(`${site}/uploads/00/${'0'.repeat(32)}.webp`)).status).toBe(404);
  expect((await fetch(`${site}/uploads/%2e%2e/%2e%2e/x.webp`)).status).toBe(404);

  const download = await inBucket.send('GET', `/api/v1/thread/down_image?file_path=${path}`);
  expect(await sharp(await download.arrayBuffer()).metadata()).toMatchObject({ width: 1000 });
  await db.execute(
    sql`update upload set created_at = now() - interval '8 days' where path = ${path}`,
  );
  expect(await sweepUploads(db, storage)).toBe(1);
  expect(
    await Promise.all([path, toVariantPath(path, 480)].map((one) => storage.has(one))),
  ).toEqual([false, false]);
});

test('[R33] uploads in a bucket are fetched at the bucket’s public address where it has one', async () => {
  const site = await serve({ STORAGE_PUBLIC_URL: 'https://pictures.example/' });
  const path = `00/${'0'.repeat(32)}.480.webp`;
  const sent = await fetch(`${site}/uploads/${path}`, { redirect: 'manual' });
  expect([sent.status, sent.headers.get('location')]).toEqual([
    302,
    `https://pictures.example/${path}`,
  ]);
});

test('[R33] a bucket needs an address that can be understood', () => {
  for (const wrong of [
    'https://s3.example/bucket',
    's3://host/bucket',
    's3://K:S@host/',
    's3://K:S@host/bucket?secure=yes',
    'nonsense',
  ])
    expect(() => readEnv({ STORAGE_URL: wrong })).toThrow('STORAGE_URL');
  expect(() => readEnv({ STORAGE_PUBLIC_URL: 'https://x.example' })).toThrow(
    'STORAGE_URL is missing',
  );
});

test('[R33] a bucket that sends elsewhere is followed nowhere: its signature is for no other', async () => {
  const heard: string[] = [];
  const elsewhere = await listen((request, response) => {
    heard.push(`${request.method} ${request.url}`);
    response.writeHead(200).end();
  });
  const port = await listen((request, response) => {
    request.resume();
    response
      .writeHead(307, { location: `http://127.0.0.1:${elsewhere}/bucket${request.url}` })
      .end();
  });
  const moved = openStorage(
    readEnv({ ...variables, STORAGE_URL: `s3://KEY:SECRET@127.0.0.1:${port}/uploads?secure=0` }),
  );
  await expect(moved.put(`00/${'0'.repeat(32)}.webp`, Buffer.from('x'))).rejects.toThrow(
    'The bucket answers 307',
  );
  await expect(moved.read(`00/${'0'.repeat(32)}.webp`)).rejects.toThrow('The bucket answers 307');
  expect(heard).toEqual([]);
});
