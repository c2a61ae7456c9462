import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto';
import { isBrowserKey } from './browser-key.ts';
import type { PushKeys } from './keys.ts';

/* Requests to push services: encryption (RFC 8291, RFC 8188), signature (RFC 8292, VAPID). */

export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

interface PushOptions {
  keys: PushKeys;
  /** A mailto: or https: address of the sender. */
  contact: string;
  ttlSeconds: number;
  /** The push service replaces an undelivered message of the same topic. */
  topic: string;
}

/** Every push service accepts a record of this size. */
const RECORD_BYTES = 4096;
const TAG_BYTES = 16;
const AUTH_BYTES = 16;
/** Marks the end of the last record's text. */
const LAST_RECORD = 2;
/** Services accept at most 24 hours. */
const TOKEN_SECONDS = 12 * 60 * 60;

const decode = (text: string): Buffer => Buffer.from(text, 'base64url');

const derive = (salt: Buffer, secret: Buffer, info: string | Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

function createSender(): ECDH {
  const sender = createECDH('prime256v1');
  sender.generateKeys();
  return sender;
}

/**
 * The text as one record of the content coding aes128gcm. Throws RangeError if the browser's key is
 * no point of P-256, or its secret isn't 16 bytes. Only tests give the salt and the sender.
 */
export function encryptMessage(
  { p256dh, auth }: Pick<PushTarget, 'p256dh' | 'auth'>,
  text: string,
  salt = randomBytes(16),
  sender = createSender(),
): Buffer {
  if (!isBrowserKey(p256dh)) throw new RangeError('the browser’s key is no point of P-256');
  const authSecret = decode(auth);
  if (authSecret.length !== AUTH_BYTES)
    throw new RangeError('the browser’s secret has a wrong length');
  const receiverKey = decode(p256dh);
  const senderKey = sender.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiverKey, senderKey]);
  const secret = derive(authSecret, sender.computeSecret(receiverKey), info, 32);
  const cipher = createCipheriv(
    'aes-128-gcm',
    derive(salt, secret, 'Content-Encoding: aes128gcm\0', 16),
    derive(salt, secret, 'Content-Encoding: nonce\0', 12),
  );
  const sealed = [
    cipher.update(text, 'utf8'),
    cipher.update(Buffer.of(LAST_RECORD)),
    cipher.final(),
    cipher.getAuthTag(),
  ];
  const recordBytes = Buffer.byteLength(text) + 1 + TAG_BYTES;
  const sizes = Buffer.alloc(5);
  // A service may refuse a longer record, but a message must not have two.
  sizes.writeUInt32BE(Math.max(RECORD_BYTES, recordBytes));
  sizes[4] = senderKey.length;
  return Buffer.concat([salt, sizes, senderKey, ...sealed]);
}

/** The header Authorization: a token for this push service, signed by the forum's key. */
export function signVapid(
  endpoint: string,
  { publicKey, privateKey }: PushKeys,
  contact: string,
): string {
  const point = decode(publicKey);
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.toString('base64url', 1, 33),
      y: point.toString('base64url', 33),
      d: privateKey,
    },
  });
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(Date.now() / 1000) + TOKEN_SECONDS,
    sub: contact,
  };
  const signed = [{ typ: 'JWT', alg: 'ES256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`;
}

/** Headers and body of the request that sends a text to a browser. */
export function createPushRequest(
  target: PushTarget,
  text: string,
  { keys, contact, ttlSeconds, topic }: PushOptions,
): { headers: Record<string, string>; body: Buffer } {
  const body = encryptMessage(target, text);
  return {
    headers: {
      ttl: String(ttlSeconds),
      'content-length': String(body.length),
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      authorization: signVapid(target.endpoint, keys, contact),
      urgency: 'normal',
      topic,
    },
    body,
  };
}
