import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { STORAGE_STATE_NAME } from '#db/site-state-names.ts';
import { readEnv } from '#platform/env.ts';
import { createBucketPages, openPagesBucket } from '#publish/files/bucket-pages.ts';
import { toFilePath } from '#publish/files/page-file-names.ts';
import { isNginxMissing, startNginx } from '../support/nginx.ts';
import { ADMIN, startPublishingSite, waitPatiently } from '../support/publishing-site.ts';
import { rawRequest } from '../support/raw-request.ts';
import { runScript } from '../support/run-script.ts';
import { startS3ForFile } from '../support/s3-for-file.ts';
import { startTcpRelay } from '../support/tcp-relay.ts';
import { temporaryFolder } from '../support/test-site.ts';
import { isVarnishMissing, prepareVarnish } from '../support/varnish.ts';

/* A forum with pages in a bucket, behind Varnish and nginx with the files of scripts/deploy. */

// Recovery from faults takes long on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const missing = isVarnishMissing() || isNginxMissing();
describe.skipIf(missing)('[R39] pages in a bucket', async () => {
  if (missing) return void test('is left out', () => expect.unreachable());
  const folder = temporaryFolder('pages-bucket');
  const { storageUrl: directUrl } = await startS3ForFile('pages');
  const httpUrl = directUrl.replace('s3:', 'http:');
  /** The connection of the forum and nginx to the bucket. */
  const line = await startTcpRelay(httpUrl);
  const pagesUrl = line.through(directUrl);
  const pages = createBucketPages(openPagesBucket(directUrl));
  const edge = await prepareVarnish(join(folder, 'varnish'));
  const settings = {
    PAGES_URL: pagesUrl,
    CDN: 'varnish',
    CDN_URL: edge.purgeUrl,
    TRUST_PROXY: '2',
  };
  const site = await startPublishingSite(settings);
  const nginx = await startNginx(join(folder, 'nginx'), {
    app: `127.0.0.1:${site.port}`,
    siteDir: join(folder, 'no-pages'),
    uploadsDir: join(site.dataDir, 'uploads'),
    cdn: 'varnish',
    pagesUrl,
  });
  beforeAll(async () => {
    edge.setTarget(nginx.url);
    await edge.start();
  });

  const ask = async (path: string) => {
    const { status, headers, body } = await rawRequest(edge.url + path, {
      headers: { 'accept-encoding': 'identity' },
    });
    // Two numbers: this request's, and that of the request that filled the cache.
    const isCached = String(headers['x-varnish']).includes(' ');
    return { status, isCached, text: body.toString(), headers };
  };
  /** Asks until Varnish has the page with this word. */
  const cache = (path: string, word: string) =>
    waitPatiently(async () => {
      await ask(path);
      const { isCached, text } = await ask(path);
      expect([isCached, text.includes(word)]).toEqual([true, true]);
    });
  const readPage = async (path: string) => (await pages.read(path))?.toString();
  const remove = (id: number) =>
    site.call(ADMIN, 'POST', '/api/v2/moderation/actions', {
      action: 'delete',
      kind: 'thread',
      ids: [id],
    });
  const isUnwritable = async () =>
    (await site.db.execute(sql`select from site_state where name = ${STORAGE_STATE_NAME}`)).rows
      .length > 0;

  test('a reply is in the object of its page and in caches, as one gzipped object', async () => {
    const id = await site.thread('桶甲');
    const path = `/zh/post/${id}`;
    await cache(path, '桶甲正文');
    await site.reply(id, '桶中新回');
    await waitPatiently(async () => expect(await readPage(path)).toContain('桶中新回'));
    await waitPatiently(async () => expect((await ask(path)).text).toContain('桶中新回'));
    const object = await rawRequest(`${new URL(httpUrl).origin}/pages/${toFilePath(path)}`);
    expect(object.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, no-cache',
    });
    expect(gunzipSync(object.body).toString()).toBe(await readPage(path));
    const keys: string[] = [];
    for await (const { key } of openPagesBucket(directUrl).list(`zh/post/${id}/`)) keys.push(key);
    expect(keys).toEqual([`zh/post/${id}/index.html`]);
    await waitPatiently(async () =>
      expect((await site.db.execute(sql`select path from page_write`)).rows).toEqual([]),
    );
  });

  test('a takedown removes the object and the cached copies before it answers', async () => {
    const id = await site.thread('桶乙');
    const paths = [`/zh/post/${id}`, `/en/post/${id}`, `/phone/zh/post/${id}`];
    for (const path of paths) await cache(path, '桶乙');
    expect((await remove(id)).body.code).toBe(0);
    for (const path of paths) {
      expect(await pages.has(path), path).toBe(false);
      const { status, text } = await ask(path);
      expect([path, status, text.includes('桶乙')]).toEqual([path, 406, false]);
    }
  });

  test('a page without an object is rendered and stored', async () => {
    expect((await ask('/zh/post/3')).status).toBe(200);
    await pages.remove(['/zh/post/3']);
    const { status, headers } = await rawRequest(`${nginx.url}/zh/post/3`);
    expect([status, headers.xkey]).toEqual([200, '/zh/post/3 post-3']);
    expect(await readPage('/zh/post/3')).toContain('<html');
  });

  test('the check finds damaged, missing and unrecorded objects, and repairs them', async () => {
    const [damaged, gone, orphan] = ['/zh/post/4', '/zh/post/5', '/en/post/123456'] as const;
    for (const path of [damaged, gone]) expect((await site.visit(path)).status).toBe(200);
    await site.publishPending();
    await openPagesBucket(directUrl).put(toFilePath(damaged), Buffer.from('not gzip'), {
      headers: { 'content-encoding': 'gzip' },
    });
    await pages.remove([gone]);
    await pages.write([{ path: orphan, plain: Buffer.from('<p>'), replacesAside: false }]);
    const check = (...options: string[]) =>
      runScript('publish', ['--check', '--all', ...options], {
        DATABASE_URL: site.databaseUrl,
        DATA_DIR: site.dataDir,
        SITE_URL: site.url,
        ...settings,
      });
    const { code, stdout } = await check('--repair');
    expect(stdout).toMatch(new RegExp(`^differs +${damaged}$`, 'm'));
    expect(stdout).toMatch(new RegExp(`^missing +${gone}$`, 'm'));
    expect(stdout).toMatch(new RegExp(`^unrecorded +${orphan}$`, 'm'));
    expect([code, await pages.has(orphan), await readPage(gone)]).toEqual([
      1,
      false,
      expect.stringContaining('<html'),
    ]);
    expect((await check()).code).toBe(0);
  });

  test('while the bucket is silent, readers get cached or rendered pages, and replies are published later', async () => {
    const id = await site.thread('桶丙');
    const path = `/zh/post/${id}`;
    expect((await ask('/en/post/3')).status).toBe(200);
    await cache(path, '桶丙正文');
    await waitPatiently(async () => expect(await readPage(path)).toContain('桶丙正文'));
    line.hang();
    await site.reply(id, '桶外之回');
    await waitPatiently(async () => expect(await isUnwritable()).toBe(true));
    expect((await ask(path)).text).toContain('桶丙正文');
    const rendered = await rawRequest(nginx.url + path);
    expect([rendered.status, rendered.headers['cache-control']]).toEqual([
      200,
      'private, no-store',
    ]);
    expect(rendered.body.toString()).toContain('桶外之回');
    for (const [known, status] of [
      ['/en/post/3', 200],
      ['/zh/post/999999', 404],
    ] as const)
      expect((await rawRequest(nginx.url + known)).status, known).toBe(status);
    line.setTarget(httpUrl);
    await waitPatiently(async () => expect(await readPage(path)).toContain('桶外之回'));
    await waitPatiently(async () => expect((await ask(path)).text).toContain('桶外之回'));
    await waitPatiently(async () => expect(await isUnwritable()).toBe(false));
  });

  test('a takedown while the bucket is silent fails, and is completed when it answers', async () => {
    const id = await site.thread('桶丁');
    const path = `/zh/post/${id}`;
    await cache(path, '桶丁正文');
    line.hang();
    expect((await remove(id)).status).toBe(503);
    expect((await ask(path)).text).not.toContain('桶丁正文');
    line.setTarget(httpUrl);
    await waitPatiently(async () => expect(await pages.has(path)).toBe(false));
    await waitPatiently(async () => expect((await ask(path)).status).toBe(406));
  });
});

test('[ops] a start with a wrong key or bucket fails in a sentence', async () => {
  const { storageUrl } = await startS3ForFile('pages');
  const probe = (url: string) => openPagesBucket(url).probe();
  await expect(probe(storageUrl.replace('/pages', '/none'))).rejects.toThrow(
    /^PAGES_URL: there is no bucket at http.*\. Create it, or correct the address\.$/,
  );
  await expect(probe(storageUrl.replace(':S3RVER@', ':WRONG@'))).rejects.toThrow(
    /^PAGES_URL: the bucket at http.* refuses its keys or its region \(403 SignatureDoesNotMatch\)\.$/,
  );
  expect(() => readEnv({ PAGES_URL: storageUrl, STORAGE_URL: `${storageUrl}&x=1` })).toThrow(
    'PAGES_URL and STORAGE_URL must name different buckets.',
  );
});
