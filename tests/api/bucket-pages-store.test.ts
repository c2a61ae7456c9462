import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { writeBuildAssets } from '#publish/files/bucket-assets.ts';
import { createBucketPages, openPagesBucket } from '#publish/files/bucket-pages.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startS3ForFile } from '../support/s3-for-file.ts';
import { temporaryFolder } from '../support/test-site.ts';
import { listen } from '../support/upload-call.ts';

/* Objects that publishing and builds store in a bucket. */

const { storageUrl: pagesUrl } = await startS3ForFile('pages');
const bucket = openPagesBucket(pagesUrl);
const pages = createBucketPages(bucket);
const write = (path: string, text: string) =>
  pages.write([{ path, plain: Buffer.from(text), replacesAside: true }]);
const readKeys = async (prefix: string) => {
  const keys: string[] = [];
  for await (const { key } of bucket.list(prefix)) keys.push(key);
  return keys.sort();
};

test('[R39] an outdated page in a bucket is set aside until another replaces it', async () => {
  const [page, aside] = ['zh/hot/index.html', 'zh/hot/index.html.aside'];
  await write('/zh/hot', '<p>old');
  await pages.setAside(['/zh/hot', '/zh/missing']);
  expect(await readKeys('zh/')).toEqual([aside]);
  expect([await pages.has('/zh/hot'), await pages.hasWhole('/zh/hot', 6)]).toEqual([true, false]);
  await write('/zh/hot', '<p>new');
  expect(await readKeys('zh/')).toEqual([page]);
  expect((await pages.read('/zh/hot'))?.toString()).toBe('<p>new');
});

test('[R39] removing a thread from a bucket removes its other pages, and no other thread', async () => {
  const paths = ['/en/post/7', '/en/post/7/2', '/en/post/77', '/en/feed.xml'];
  for (const path of paths) await write(path, '<p>');
  await pages.removeBelow(['/en/post/7']);
  expect(await readKeys('en/')).toEqual(['en/feed.xml', 'en/post/77/index.html']);
});

test('[ops] the removal of all pages leaves assets in the bucket', async () => {
  await bucket.put('assets/build/a.css', Buffer.from('a'), {});
  for (const path of ['/zh', '/sitemap.xml', '/phone/en/about']) await write(path, '<p>');
  await pages.removeAll();
  expect(await readKeys('')).toEqual(['assets/build/a.css']);
  await bucket.remove('assets/build/a.css');
});

test('[ops] a listing in several parts is read to its end', async () => {
  const asked: (string | null)[] = [];
  const port = await listen((request, response) => {
    const token = new URL(request.url ?? '', 'http://bucket').searchParams.get(
      'continuation-token',
    );
    asked.push(token);
    const next = '<NextContinuationToken>a+b/&amp;=</NextContinuationToken>';
    const entry = (key: string) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`;
    response.end(
      `<ListBucketResult>${token ? entry('zh/b') : entry('zh/a') + next}</ListBucketResult>`,
    );
  });
  const other = openPagesBucket(`s3://KEY:SECRET@127.0.0.1:${port}/pages?secure=0`);
  const keys: string[] = [];
  for await (const { key } of other.list('zh/')) keys.push(key);
  expect([keys, asked]).toEqual([
    ['zh/a', 'zh/b'],
    [null, 'a+b/&='],
  ]);
});

test('[ops] a bucket retains the assets of former builds for 70 days', async () => {
  const clientDir = temporaryFolder('client');
  const add = (name: string, text: string) => {
    mkdirSync(dirname(join(clientDir, name)), { recursive: true });
    writeFileSync(join(clientDir, name), text);
  };
  add('assets/build/old.js', 'old');
  add('favicon.ico', 'icon');
  await writeBuildAssets(pagesUrl, clientDir);
  rmSync(join(clientDir, 'assets/build/old.js'));
  add('assets/build/new.js', 'new');
  writeFileSync(join(clientDir, 'assets/build/new.js.gz'), gzipSync('new'));
  add('assets/build/new.js.br', 'br');
  const writeAfterDays = (days: number) =>
    writeBuildAssets(pagesUrl, clientDir, Date.now() + days * 86_400_000);
  await writeAfterDays(69);
  expect(await readKeys('assets/')).toEqual(['assets/build/new.js', 'assets/build/old.js']);
  await writeAfterDays(71);
  expect(await readKeys('')).toEqual(['assets/build/new.js', 'favicon.ico']);
  const asset = await rawRequest(`${bucket.address}/assets/build/new.js`);
  expect(asset.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(gunzipSync(asset.body).toString()).toBe('new');
});
