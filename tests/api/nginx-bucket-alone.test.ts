import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPagesBucket } from '#publish/files/bucket-pages.ts';
import { startDemoCopy } from '../support/demo-copy.ts';
import { isNginxMissing, startNginx } from '../support/nginx.ts';
import { findFile } from '../support/nginx-pages.ts';
import { testProxyAlone } from '../support/proxy-alone.ts';
import { waitPatiently } from '../support/publishing-site.ts';
import { startS3ForFile } from '../support/s3-for-file.ts';
import { demoDatabase } from '../support/test-database.ts';
import { startSite, temporaryFolder } from '../support/test-site.ts';

/* Pages in a bucket behind a real nginx, after our server and its database were killed. */
const missing = isNginxMissing();
describe.skipIf(missing)('[R39] a bucket without our server and its database', async () => {
  // Vitest runs the body of a skipped suite, too.
  if (missing) return void test('is left out', () => expect.unreachable());
  const folder = temporaryFolder('bucket-alone');
  const { storageUrl: pagesUrl } = await startS3ForFile('pages');
  const database = await startDemoCopy(await demoDatabase(), join(folder, 'own'));
  afterAll(() => database.stop());
  const site = await startSite({
    databaseUrl: database.url,
    mayComplain: true,
    env: { PAGES_URL: pagesUrl },
  });
  const uploadsDir = join(site.dataDir, 'uploads');
  const nginx = await startNginx(join(folder, 'nginx'), {
    app: `127.0.0.1:${site.port}`,
    siteDir: join(folder, 'no-pages'),
    uploadsDir,
    pagesUrl,
  });
  beforeAll(async () => {
    const style = `assets/build/${findFile(join(site.siteDir, 'assets/build'), /\.css$/)}`;
    await waitPatiently(async () => expect(await openPagesBucket(pagesUrl).has(style)).toBe(true));
  });
  testProxyAlone({ site, uploadsDir, proxy: nginx }, async () => {
    await site.kill();
    await database.stop();
  });
});
