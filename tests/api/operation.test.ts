import { expect, test } from 'vitest';
import { recordBackup, recordCertificate } from '#domain/operations/record.ts';
import { readCertificate } from '../../src/server/provider-certificate.ts';
import { adminCaller } from '../support/admin-session.ts';
import { reservePort } from '../support/ports.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';
import { startTlsServer } from '../support/tls-server.ts';

const { db } = await demoDatabase();

test('[ops] the identity provider’s certificate is looked at, also one that nobody should trust; one that can’t be seen says why', async () => {
  const { port, validTo } = await startTlsServer();
  const seen = await readCertificate(`https://localhost:${port}/sso`);
  expect(seen).toEqual({
    host: `localhost:${port}`,
    ends_at: validTo.toISOString(),
    error: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  });
  const closed = await reservePort();
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
