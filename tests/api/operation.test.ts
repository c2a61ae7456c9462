import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { expect, test } from 'vitest';
import { recordBackup, recordCertificate } from '#domain/operation/record.ts';
import { readCertificate } from '../../src/server/provider-certificate.ts';
import { adminCaller } from '../support/admin-session.ts';
import { atEndOfFile } from '../support/at-end-of-file.ts';
import { freePort } from '../support/free-port.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';

const { db } = await demoDatabase();

/** A server whose certificate it has made itself: its port, and until when that is valid. */
async function serveTls(): Promise<{ port: number; validTo: Date }> {
  const folder = temporaryFolder('certificate');
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'].concat([
      '-keyout',
      key,
      '-out',
      cert,
      '-days',
      '30',
      '-subj',
      '/CN=localhost',
    ]),
    { stdio: 'ignore' },
  );
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (socket) =>
    socket.on('error', () => {}),
  );
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  atEndOfFile(() => new Promise((resolve) => server.close(resolve)));
  const { validToDate } = new X509Certificate(readFileSync(cert));
  return { port: (server.address() as AddressInfo).port, validTo: validToDate };
}

test('[ops] the identity provider’s certificate is looked at, also one that nobody should trust; one that can’t be seen says why', async () => {
  const { port, validTo } = await serveTls();
  const seen = await readCertificate(`https://localhost:${port}/sso`);
  expect(seen).toEqual({
    host: `localhost:${port}`,
    ends_at: validTo.toISOString(),
    error: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  });
  const closed = await freePort();
  expect(await readCertificate(`https://127.0.0.1:${closed}`)).toMatchObject({
    ends_at: null,
    error: expect.stringContaining('ECONNREFUSED'),
  });
  expect(await readCertificate('http://login.example')).toBeUndefined();
});

test('[ops] administrators read how large the forum is, when it was backed up, and until when logins have a certificate', async () => {
  const administrator = await adminCaller(await testApi(db), db);
  const read = async () => (await administrator.call('GET', '/api/v2/admin/operation')).body;
  expect(await read()).toMatchObject({
    database_bytes: expect.any(Number),
    backup: null,
    certificate: null,
  });
  await recordBackup(db, 1_000);
  await recordBackup(db, 2_000);
  await recordCertificate(db, { host: 'login.example', ends_at: null, error: 'no answer' });
  expect(await read()).toMatchObject({
    backup: { bytes: 2_000, at: expect.stringMatching(/^\d{4}-.*Z$/) },
    certificate: { host: 'login.example', ends_at: null, error: 'no answer' },
  });
});
