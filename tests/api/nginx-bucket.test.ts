import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { isNginxMissing, startNginx } from '../support/nginx.ts';
import { testProxyAnswers } from '../support/proxy-answers.ts';
import { startRecordingServer } from '../support/recording-server.ts';
import { startS3ForFile } from '../support/s3-for-file.ts';
import { startSite, temporaryFolder } from '../support/test-site.ts';

/* Pages in a bucket behind a real nginx with the files of scripts/deploy. */
const missing = isNginxMissing();
describe.skipIf(missing)('[R39] behind nginx, with pages in a bucket', async () => {
  // Vitest runs the body of a skipped suite, too.
  if (missing) return void test('is left out', () => expect.unreachable());
  const folder = temporaryFolder('nginx-bucket');
  const { storageUrl: pagesUrl } = await startS3ForFile('pages');
  const site = await startSite({ env: { TRUST_PROXY: '1', PAGES_URL: pagesUrl } });
  const uploadsDir = join(site.dataDir, 'uploads');
  const siteDir = join(folder, 'no-pages');
  const nginx = await startNginx(join(folder, 'nginx'), {
    app: `127.0.0.1:${site.port}`,
    siteDir,
    uploadsDir,
    pagesUrl,
  });
  const recorder = await startRecordingServer();
  afterAll(() => recorder.close());
  const echo = await startNginx(join(folder, 'echo'), {
    app: `127.0.0.1:${recorder.port}`,
    siteDir,
    uploadsDir,
    pagesUrl,
  });
  testProxyAnswers({ site, uploadsDir, proxy: nginx, echo, recorder, pagesUrl });
});
