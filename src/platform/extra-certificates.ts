import { readFileSync } from 'node:fs';
import tls from 'node:tls';
import { ConfigError } from './config-error.ts';

/**
 * Trusts the authorities of a PEM file in this thread. Node itself reads NODE_EXTRA_CA_CERTS before
 * `--env-file` sets it, so commands would not trust what the service trusts.
 */
export function trustExtraCertificates(file: string | undefined): void {
  if (!file || tls.getCACertificates('extra').length > 0) return;
  try {
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), readFileSync(file, 'utf8')]);
  } catch (error) {
    throw new ConfigError(
      `NODE_EXTRA_CA_CERTS: the certificates in ${file} can’t be read: ${(error as Error).message}`,
    );
  }
}
