import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { readEnv } from '#platform/env.ts';
import { createCdnClient } from '#publish/files/cdn-client.ts';
import { getTagHeader } from '#publish/files/purge-keys.ts';
import { isNginxMissing, startNginx } from '../support/nginx.ts';
import { waitUntilCompressed } from '../support/published-forms.ts';
import { ADMIN, startPublishingSite, waitPatiently } from '../support/publishing-site.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startRecordingServer } from '../support/recording-server.ts';
import { startTcpRelay } from '../support/tcp-relay.ts';
import { temporaryFolder } from '../support/test-site.ts';
import { isVarnishMissing, prepareVarnish } from '../support/varnish.ts';

/* The site behind Varnish and nginx with the files of scripts/deploy: takedowns purge the cache. */

// This file starts and kills servers, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const missing = isVarnishMissing() || isNginxMissing();
describe.skipIf(missing)('[R39] behind a cache', async () => {
  if (missing) return void test('is left out', () => expect.unreachable());
  const folder = temporaryFolder('edge');
  const edge = await prepareVarnish(join(folder, 'varnish'));
  /** The forum's connection to the cache. */
  const line = await startTcpRelay(edge.purgeUrl);
  const settings = { CDN: 'varnish', CDN_URL: line.through(edge.purgeUrl), TRUST_PROXY: '2' };
  const site = await startPublishingSite(settings);
  const nginx = await startNginx(join(folder, 'nginx'), {
    app: `127.0.0.1:${site.port}`,
    siteDir: site.siteDir,
    uploadsDir: join(site.dataDir, 'uploads'),
    cdn: 'varnish',
  });
  beforeAll(async () => {
    edge.setTarget(nginx.url);
    await edge.start();
  });

  const ask = async (path: string, encoding = 'identity') => {
    const { status, headers, body } = await rawRequest(edge.url + path, {
      headers: { 'accept-encoding': encoding },
    });
    // Two numbers: this request's, and that of the request that filled the cache.
    const isKept = String(headers['x-varnish']).includes(' ');
    return { status, isKept, text: body.toString(), headers };
  };
  const forms = (id: number) =>
    ['zh', 'en', 'phone/zh'].flatMap((root) =>
      ['', '/', '?from=mail', '/?x=1'].map((end) => `/${root}/post/${id}${end}`),
    );
  /**
   * Requests each form of the page twice, so that the cache stores it. Waits for the compressed
   * files first, because their purge would empty the cache again.
   */
  const keep = async (id: number, word: string) => {
    for (const path of forms(id)) await ask(path);
    await waitUntilCompressed(site.db);
    await settle();
    for (const path of forms(id)) {
      // Publishing between the two requests purges the page.
      await waitPatiently(async () => {
        await ask(path);
        const kept = await ask(path);
        expect([path, kept.isKept, kept.text.includes(word)]).toEqual([path, true, true]);
      });
    }
  };
  const remove = async (id: number) => {
    const { body } = await site.call(ADMIN, 'POST', '/api/v2/moderation/actions', {
      action: 'delete',
      kind: 'thread',
      ids: [id],
    });
    return body as { code: number; data: { cdn?: { waiting: number; oldest: number } } };
  };
  const pending = async () =>
    (
      await site.db.execute(
        sql`select key, error, attempts from cdn_purge where takedown and confirmed_at is null`,
      )
    ).rows as { key: string; error: string; attempts: number }[];
  /** Waits for confirmed and repeated purges; later ones aren't included. */
  const settle = () =>
    waitPatiently(async () => {
      expect(await pending()).toEqual([]);
      await site.db.execute(
        sql`update cdn_purge set next_at = now() where confirmed_at is not null`,
      );
      expect((await site.db.execute(sql`select key from cdn_purge`)).rows).toEqual([]);
    });
  const isGone = async (id: number, word: string) => {
    for (const path of forms(id)) {
      const { status, text } = await ask(path);
      expect([path, status === 200, text.includes(word)]).toEqual([path, false, false]);
    }
  };

  test.each(['varnish', 'cloudflare', 'fastly', 'none'] as const)(
    'nginx names the keys of its pages to %s, and says how long they stay',
    async (cdn) => {
      const named = await startNginx(join(folder, cdn), {
        app: `127.0.0.1:${site.port}`,
        siteDir: site.siteDir,
        uploadsDir: join(site.dataDir, 'uploads'),
        cdn,
      });
      for (const path of ['/zh', '/zh/forum/1/hot', '/phone/en/post/1', '/sitemap.xml']) {
        await site.visit(path);
        const { headers } = await rawRequest(`${named.url}${path}?x=1`);
        const { xkey, 'cache-tag': tag, 'surrogate-key': key, 'cache-control': kept } = headers;
        const given = Object.entries({ xkey, 'cache-tag': tag, 'surrogate-key': key });
        expect(Object.fromEntries(given.filter(([, value]) => value !== undefined))).toEqual(
          getTagHeader(cdn, path),
        );
        expect(kept).toBe(
          cdn === 'none' ? 'public, no-cache' : 'public, max-age=0, s-maxage=86400',
        );
      }
      const { headers: negotiated } = await rawRequest(`${named.url}/post/1`);
      expect(negotiated['cache-control']).toBe('private, no-cache');
    },
  );

  test('our server names the same keys as nginx', async () => {
    const [own, other] = await Promise.all(
      [site.url, nginx.url].map(async (url) => (await rawRequest(`${url}/zh/post/1`)).headers),
    );
    expect([own?.xkey, own?.['cache-control']]).toEqual([other?.xkey, other?.['cache-control']]);
  });

  test('a thread is removed at all forms of its address when its takedown answers', async () => {
    const id = await site.thread('边缘甲');
    await keep(id, '边缘甲');
    // A page's address has no double slash; a purge wouldn't match it.
    expect((await ask(`/zh//post/${id}`)).text).not.toContain('边缘甲正文');
    await waitPatiently(async () => {
      const { isKept, headers } = await ask(`/zh/post/${id}`, 'gzip');
      expect([isKept, headers['content-encoding']]).toEqual([true, 'gzip']);
    });
    await waitUntilCompressed(site.db);
    const { code, data } = await remove(id);
    expect([code, data.cdn]).toEqual([0, undefined]);
    await isGone(id, '边缘甲');
    expect((await ask(`/zh/post/${id}`, 'gzip')).status).toBe(406);
    await settle();
  });

  test('a proxy on the same machine can’t purge for its clients', async () => {
    const purge = async (url: string, headers: Record<string, string> = {}) =>
      (await rawRequest(url, { method: 'PURGE', headers: { 'xkey-purge': 'post-1', ...headers } }))
        .status;
    // a TLS proxy connects from this machine, and may not purge
    expect(await purge(edge.url)).toBe(403);
    expect(await purge(edge.url, { 'x-forwarded-for': '203.0.113.9' })).toBe(403);
    expect(await purge(edge.purgeUrl)).toBe(200);
  });

  test('a machine that is not listed can’t purge', async () => {
    const purge = async (localAddress: string) =>
      (
        await rawRequest(edge.purgeUrl, {
          method: 'PURGE',
          headers: { 'xkey-purge': 'post-1' },
          localAddress,
        })
      ).status;
    expect([await purge('127.0.0.2'), await purge('127.0.0.1')]).toEqual([403, 200]);
  });

  test('a reply and the lists that it moves are shown there in a moment', async () => {
    const id = await site.thread('边缘乙');
    await keep(id, '边缘乙');
    await ask('/zh');
    await site.reply(id, '边缘新回');
    await waitPatiently(async () =>
      expect((await ask(`/zh/post/${id}`)).text).toContain('边缘新回'),
    );
    await waitPatiently(async () => expect((await ask('/zh')).text).toContain('边缘乙'));
    await settle();
  });

  test('purges that a hung cache hasn’t confirmed are shown to moderators and operators, survive the server’s death, and are sent when it answers', async () => {
    const id = await site.thread('边缘丙');
    await keep(id, '边缘丙');
    line.hang();
    const { code, data } = await remove(id);
    expect([code, (data.cdn?.waiting ?? 0) > 0]).toEqual([0, true]);
    expect(await pending()).toContainEqual(expect.objectContaining({ key: `post-${id}` }));
    const status = await site.administer<{ cdn: { takedowns: number; error: string } }>(
      'GET',
      '/api/v2/admin/publishing',
    );
    expect(status.cdn.takedowns).toBeGreaterThan(0);
    expect(status.cdn.error).toMatch(/timeout|abort/i);
    await site.kill();
    expect((await ask(`/zh/post/${id}`)).text).toContain('边缘丙');
    // Once the dead server's lease has expired, other servers send its purges.
    await site.db.execute(sql`update cdn_purge set next_at = now()`);
    await startPublishingSite(settings, site.databaseUrl);
    line.setTarget(edge.purgeUrl);
    await settle();
    await isGone(id, '边缘丙');
  });

  test('a cache that is away is asked until it is back', async () => {
    await edge.stop();
    await site.db.execute(sql`insert into cdn_purge (key, takedown) values ('post-1', true)`);
    await waitPatiently(async () =>
      expect(await pending()).toMatchObject([
        { key: 'post-1', error: expect.stringMatching(/hang up|ECONN/) },
      ]),
    );
    await edge.start();
    await settle();
  });

  test('one that knows no tags forgets by address, as readers ask for it', async () => {
    const backend = await startRecordingServer();
    const plain = await prepareVarnish(
      join(folder, 'plain'),
      `vcl 4.1;
       backend default { .host = "\${BACKEND_HOST}"; .port = "\${BACKEND_PORT}"; }
       sub vcl_recv { if (req.method == "PURGE") { return (purge); } }`,
    );
    plain.setTarget(`http://127.0.0.1:${backend.port}`);
    await plain.start();
    const asReader = async (path: string) => {
      await rawRequest(plain.url + path, { headers: { host: 'forum.example' } });
      return backend.requests.length;
    };
    const paths = ['/zh/post/9', '/zh/post/9/', '/zh/post/8'];
    for (const path of paths) await asReader(path);
    const before = backend.requests.length;
    for (const path of paths) expect(await asReader(path)).toBe(before);
    const env = { CDN: 'varnish', CDN_URL: plain.url, SITE_URL: 'https://forum.example' };
    await createCdnClient(readEnv(env))?.purge(
      ['post-9', '/zh/post/9'],
      AbortSignal.timeout(30_000),
    );
    await asReader('/zh/post/8');
    expect(backend.requests.length).toBe(before);
    for (const path of paths) await asReader(path);
    expect(backend.requests.slice(before).map(({ url }) => url)).toEqual(paths.slice(0, 2));
    backend.close();
  });
});
