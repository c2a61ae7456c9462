import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { SeenCertificate } from '#domain/operations/record.ts';

/** Milliseconds for the TLS connection to the provider. */
const CONNECT_TIMEOUT_MS = 10_000;
const HTTPS_PORT = 443;
/** Characters of a stored error. */
const MAX_ERROR_CHARACTERS = 200;

/**
 * Reads the certificate of an https address; undefined for other schemes. Never rejects: the result
 * has the error. It also accepts expired certificates, because no login depends on it.
 */
export async function readCertificate(address: string): Promise<SeenCertificate | undefined> {
  const { protocol, hostname, port, host } = new URL(address);
  if (protocol !== 'https:') return undefined;
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname,
      port: Number(port) || HTTPS_PORT,
      ...(isIP(hostname) ? {} : { servername: hostname }),
      rejectUnauthorized: false,
    });
    const end = (seen: Omit<SeenCertificate, 'host'>) => {
      socket.destroy();
      resolve({ host, ...seen });
    };
    const fail = (error: Error) =>
      end({ ends_at: null, error: error.message.slice(0, MAX_ERROR_CHARACTERS) });
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => fail(new Error('it does not answer')));
    socket.once('error', fail);
    socket.once('secureConnect', () => {
      const { valid_to } = socket.getPeerCertificate();
      end({
        ends_at: valid_to ? new Date(valid_to).toISOString() : null,
        error: socket.authorizationError ? String(socket.authorizationError) : '',
      });
    });
  });
}
