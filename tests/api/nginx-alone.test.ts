import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createDb } from '#db/client.ts';
import { startDemoCopy } from '../support/demo-copy.ts';
import { isNginxMissing, startNginx } from '../support/nginx.ts';
import { testProxyAlone } from '../support/proxy-alone.ts';
import { demoDatabase } from '../support/test-database.ts';
import { startSite, temporaryFolder } from '../support/test-site.ts';

/* The published folder behind a real nginx, after our server and its database were killed. */
const missing = isNginxMissing();
describe.skipIf(missing)('[R39] behind nginx, without our server and its database', async () => {
  // Vitest runs the body of a skipped suite, too.
  if (missing) return void test('is left out', () => expect.unreachable());
  const folder = temporaryFolder('nginx-alone');
  const database = await startDemoCopy(await demoDatabase(), join(folder, 'own'));
  afterAll(() => database.stop());
  const site = await startSite({ databaseUrl: database.url, mayComplain: true });
  const uploadsDir = join(site.dataDir, 'uploads');
  const nginx = await startNginx(join(folder, 'nginx'), {
    app: `127.0.0.1:${site.port}`,
    siteDir: site.siteDir,
    uploadsDir,
  });
  testProxyAlone({ site, uploadsDir, proxy: nginx }, async () => {
    await site.kill();
    await database.stop();
    await expect(
      createDb({ url: database.url, kind: 'maintenance', maxConnections: 1 }).$client.query(
        'select 1',
      ),
    ).rejects.toThrow('ECONNREFUSED');
  });
});
