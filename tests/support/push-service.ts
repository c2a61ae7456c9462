import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PushMessage } from '#contracts/pushing.ts';
import type { NewPushBrowserWire } from '#contracts/wire/push.ts';
import { atEndOfFile } from './at-end-of-file.ts';

/* A push service on 127.0.0.1, and its browsers. */

export interface ArrivedPush {
  browser: TestBrowser;
  message: PushMessage;
  headers: IncomingHttpHeaders;
  /** The signed VAPID claims: audience, expiry, subject. */
  claims: { aud: string; exp: number; sub: string };
  publicKey: string;
}

export interface TestBrowser {
  name: string;
  keys: ECDH;
  auth: Buffer;
  /** The subscription that the browser would send to the forum. */
  subscription: NewPushBrowserWire;
}

export interface PushService {
  url: string;
  arrived: ArrivedPush[];
  /** Status of future answers. */
  status: number;
  /** Number of requests, including refused ones. */
  asked: number;
  /** Holds answers until `release`. */
  isHolding: boolean;
  /** Number of held requests now, and its maximum. */
  held: number;
  mostHeld: number;
  /** Resolves when the service has received this many requests. */
  untilAsked(count: number): Promise<void>;
  /** Answers held requests and stops holding. */
  release(): void;
  browser(wishes?: { phone?: boolean; zone?: string }): TestBrowser;
}

const derive = (salt: Buffer, key: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** A message as the browser decrypts it (RFC 8188, RFC 8291). */
function decrypt({ keys, auth }: TestBrowser, body: Buffer): PushMessage {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + (body[20] as number));
  const sealed = body.subarray(21 + sender.length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const key = derive(auth, keys.computeSecret(sender), info, 32);
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derive(salt, key, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
    derive(salt, key, Buffer.from('Content-Encoding: nonce\0'), 12),
  );
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
}

/** The claims of a signed header (RFC 8292). Throws if its key didn't sign it. */
function readClaims(header: string): Pick<ArrivedPush, 'claims' | 'publicKey'> {
  const [, token = '', publicKey = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(header) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('another signature');
  return { publicKey, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) };
}

/** A push service that records its messages, until the end of the test file. */
export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, TestBrowser>();
  const waiting = new Set<() => void>();
  let onAsked = () => {};
  const service: PushService = {
    url: '',
    arrived: [],
    status: 201,
    asked: 0,
    isHolding: false,
    held: 0,
    mostHeld: 0,
    async untilAsked(count) {
      while (service.asked < count) await new Promise<void>((resolve) => (onAsked = resolve));
    },
    release() {
      service.isHolding = false;
      for (const answer of waiting) answer();
    },
    browser({ phone = false, zone = 'Asia/Shanghai' } = {}) {
      const name = randomBytes(8).toString('hex');
      const keys = createECDH('prime256v1');
      keys.generateKeys();
      const auth = randomBytes(16);
      const subscription = {
        endpoint: `${service.url}/push/${name}`,
        p256dh: keys.getPublicKey('base64url'),
        auth: auth.toString('base64url'),
        phone,
        time_zone: zone,
      };
      const browser = { name, keys, auth, subscription };
      browsers.set(`/push/${name}`, browser);
      return browser;
    },
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    const answer = () => {
      if (waiting.delete(answer)) service.held--;
      const browser = browsers.get(request.url ?? '');
      if (service.status === 201 && browser)
        service.arrived.push({
          browser,
          message: decrypt(browser, Buffer.concat(chunks)),
          headers: request.headers,
          ...readClaims(request.headers.authorization ?? ''),
        });
      response.writeHead(service.status, { location: `${service.url}/elsewhere` }).end();
    };
    request.on('end', () => {
      service.asked++;
      if (service.isHolding) {
        waiting.add(answer);
        service.mostHeld = Math.max(service.mostHeld, ++service.held);
      } else answer();
      onAsked();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  atEndOfFile(() => {
    service.release();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return service;
}
