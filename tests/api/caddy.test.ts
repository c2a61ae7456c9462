import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { isCaddyMissing, startCaddy } from '../support/caddy.ts';
import { testProxyAlone } from '../support/proxy-alone.ts';
import { testProxyAnswers } from '../support/proxy-answers.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startRecordingServer } from '../support/recording-server.ts';
import { startSite, temporaryFolder } from '../support/test-site.ts';

/* The published folder behind a real Caddy with scripts/deploy/Caddyfile. */
const missing = isCaddyMissing();
describe.skipIf(missing)('[R39] behind Caddy', async () => {
  // Vitest runs the body of a skipped suite, too.
  if (missing) return void test('is left out', () => expect.unreachable());
  const folder = temporaryFolder('caddy');
  const site = await startSite({ mayComplain: true, env: { TRUST_PROXY: '1' } });
  const uploadsDir = join(site.dataDir, 'uploads');
  const places = { siteDir: site.siteDir, uploadsDir };
  const caddy = await startCaddy(join(folder, 'caddy'), {
    app: `127.0.0.1:${site.port}`,
    ...places,
  });
  const recorder = await startRecordingServer();
  afterAll(() => recorder.close());
  const app = `127.0.0.1:${recorder.port}`;
  const echo = await startCaddy(join(folder, 'echo'), { app, ...places });
  testProxyAnswers({ site, uploadsDir, proxy: caddy, echo, recorder });

  test.each([
    ['varnish', 'xkey', '/zh/post/1 post-1'],
    ['cloudflare', 'cache-tag', '/zh/post/1,post-1'],
    ['fastly', 'surrogate-key', '/zh/post/1 post-1'],
  ])(
    'with CDN=%s a page may be cached, and names its purge tags in %s',
    async (cdn, name, keys) => {
      const fronted = await startCaddy(join(folder, cdn), { app, cdn, ...places });
      const { headers } = await rawRequest(`${fronted.url}/zh/post/1`);
      expect([headers['cache-control'], headers[name]]).toEqual([
        'public, max-age=0, s-maxage=86400',
        keys,
      ]);
      const negotiated = await rawRequest(`${fronted.url}/post/1`);
      expect(negotiated.headers['cache-control']).toBe('private, no-cache');
    },
  );

  describe('without our server', () => {
    testProxyAlone({ site, uploadsDir, proxy: caddy }, site.kill);
  });
});
