import { generateKeyPairSync, sign } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { listen } from './upload-call.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const forger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * A third-party identity provider with configurable faults. Returns a request listener for a server
 * of the caller's; `moveTo` sets that server's address.
 */
export function createOtherProvider() {
  const other = {
    issuer: '',
    person: {
      sub: 'w-1',
      preferred_username: 'wei',
      nickname: '陈伟',
      email: 'wei@id.example',
      email_verified: true,
      locale: 'en-GB',
    } as Record<string, unknown>,
    idToken: {} as Record<string, unknown>,
    signedBy: 'provider' as 'provider' | 'forger' | 'nobody',
    metadata: {} as Record<string, unknown>,
    /** Answers the user info as a signed token. */
    signsUserInfo: false,
    tokenStatus: 200,
    nonce: '',
    asked: [] as { path: string; body: string; authorization: string | undefined }[],
  };
  const fresh = structuredClone(other);

  function idToken(): string {
    const now = Math.floor(Date.now() / 1_000);
    return signToken({
      iss: other.issuer,
      aud: 'our-client',
      sub: other.person.sub,
      nonce: other.nonce,
      iat: now,
      exp: now + 60,
      ...other.idToken,
    });
  }

  function signToken(claims: Record<string, unknown>): string {
    if (other.signedBy === 'nobody') return `${base64({ alg: 'none' })}.${base64(claims)}.`;
    const signed = `${base64({ alg: 'ES256', kid: 'k' })}.${base64(claims)}`;
    const key = {
      key: other.signedBy === 'forger' ? forger : privateKey,
      dsaEncoding: 'ieee-p1363',
    } as const;
    return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
  }

  function answer(path: string): [number, unknown] {
    if (path.endsWith('/.well-known/openid-configuration')) {
      const at = (name: string) => `${origin}/${name}`;
      return [
        200,
        {
          issuer: other.issuer,
          authorization_endpoint: at('authorize'),
          token_endpoint: at('token'),
          userinfo_endpoint: at('me'),
          jwks_uri: at('jwks'),
          end_session_endpoint: at('end'),
          id_token_signing_alg_values_supported: ['ES256'],
          ...other.metadata,
        },
      ];
    }
    if (path === '/jwks')
      return [
        200,
        { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'ES256', use: 'sig' }] },
      ];
    if (path === '/token')
      return [
        other.tokenStatus,
        other.tokenStatus === 200
          ? { access_token: 'a', token_type: 'Bearer', id_token: idToken() }
          : { error: 'invalid_grant' },
      ];
    return [200, other.person];
  }

  let origin = '';
  const listener: RequestListener = async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    other.asked.push({ path: req.url as string, body, authorization: req.headers.authorization });
    const [status, reply] = answer(req.url as string);
    const isToken = req.url === '/me' && other.signsUserInfo;
    res
      .writeHead(status, { 'content-type': isToken ? 'application/jwt' : 'application/json' })
      .end(
        isToken
          ? signToken({ iss: other.issuer, aud: 'our-client', ...other.person })
          : JSON.stringify(reply),
      );
  };
  return {
    other,
    listener,
    moveTo(address: string) {
      origin = address;
      other.issuer = address;
    },
    /** Resets all settings. */
    reset: () => void Object.assign(other, structuredClone(fresh), { issuer: origin }),
  };
}

/** Such a provider on its own port, until the end of the test file. */
export async function startOtherProvider() {
  const { other, listener, moveTo, reset } = createOtherProvider();
  const origin = `http://127.0.0.1:${await listen(listener)}`;
  moveTo(origin);
  return { other, origin, reset };
}
