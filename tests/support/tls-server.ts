import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { atEndOfFile } from './at-end-of-file.ts';
import { temporaryFolder } from './test-site.ts';

export interface TlsServer {
  port: number;
  validTo: Date;
  /** Path of the certificate, for clients that must trust it. */
  certificate: string;
}

export interface CertificateFiles {
  key: string;
  certificate: string;
}

/** Creates a key and a self-signed certificate for the name, as files in the folder. */
export function createCertificate(folder: string, name: string, days: number): CertificateFiles {
  const [key, certificate] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'].concat([
      '-keyout',
      key,
      '-out',
      certificate,
      '-days',
      String(days),
      '-subj',
      `/CN=${name}`,
      '-addext',
      `subjectAltName=DNS:${name}`,
    ]),
    { stdio: 'ignore' },
  );
  return { key, certificate };
}

/** A server on localhost that answers `{}`, with a self-signed certificate. */
export async function startTlsServer(days = 30): Promise<TlsServer> {
  const { key, certificate } = createCertificate(temporaryFolder('certificate'), 'localhost', days);
  const cert = readFileSync(certificate);
  const server = createServer({ key: readFileSync(key), cert }, (_request, response) =>
    response.end('{}'),
  );
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  atEndOfFile(() => {
    server.close();
    server.closeAllConnections();
  });
  const { validToDate } = new X509Certificate(cert);
  return { port: (server.address() as AddressInfo).port, validTo: validToDate, certificate };
}
