import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The key that the built-in provider signs with, kept in the data folder: with a new one after
 * every start, browsers that logged in before it couldn't log out of the provider any more.
 */
export function loadSigningKeys(dataDir: string): { keys: object[] } {
  const file = join(dataDir, 'sso-key.json');
  try {
    return { keys: [JSON.parse(readFileSync(file, 'utf8'))] };
  } catch (error) {
    // A key that was only half written is of no use to anybody and may be written anew; what can't
    // be read is told below.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' && !(error instanceof SyntaxError))
      throw error;
  }
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = {
    ...privateKey.export({ format: 'jwk' }),
    alg: 'ES256',
    use: 'sig',
    kid: `sso-${Date.now().toString(36)}`,
  };
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(file, JSON.stringify(key), { mode: 0o600 });
  return { keys: [key] };
}
