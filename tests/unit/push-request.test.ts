import { createECDH, createPublicKey, ECDH, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import type { PushKeys } from '#domain/delivery/push/keys.ts';
import { encryptMessage, signVapid } from '#domain/delivery/push/push-request.ts';

/* The example of RFC 8291, section 5 and appendix A. */
const EXAMPLE = {
  text: 'When I grow up, I want to be a watermelon',
  senderKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

const decode = (text: string) => Buffer.from(text, 'base64url');

test('[R30] the standard’s example of a message is encrypted as the standard shows it', () => {
  const sender = createECDH('prime256v1');
  sender.setPrivateKey(decode(EXAMPLE.senderKey));
  const body = encryptMessage(EXAMPLE, EXAMPLE.text, decode(EXAMPLE.salt), sender);
  expect(body.toString('base64url')).toBe(EXAMPLE.body);
});

test('[R30] each encryption of a message has another salt and another sender', () => {
  const [one, other] = [EXAMPLE, EXAMPLE].map((target) => encryptMessage(target, EXAMPLE.text));
  expect(one?.subarray(0, 16)).not.toEqual(other?.subarray(0, 16));
  expect(one?.subarray(21, 86)).not.toEqual(other?.subarray(21, 86));
});

const COMPRESSED = ECDH.convertKey(
  decode(EXAMPLE.p256dh),
  'prime256v1',
  undefined,
  'base64url',
  'compressed',
) as string;

test.each([
  ['off the curve', `${EXAMPLE.p256dh.slice(0, -2)}4E`],
  ['compressed', COMPRESSED],
  ['the point at infinity', 'AA'],
  ['too long', `${EXAMPLE.p256dh}AAAA`],
  ['empty', ''],
])('[R21] nothing is encrypted for a key of P-256 that is %s', (_, p256dh) => {
  expect(() => encryptMessage({ ...EXAMPLE, p256dh }, 'text')).toThrow('no point of P-256');
});

test('[R21] nothing is encrypted with a secret of another length than the standard’s', () => {
  const short = { ...EXAMPLE, auth: EXAMPLE.auth.slice(0, 20) };
  expect(() => encryptMessage(short, 'text')).toThrow('wrong length');
});

test('[R30] the sender’s token is signed for the origin of the push service', () => {
  const sender = createECDH('prime256v1');
  const publicKey = sender.generateKeys('base64url');
  const point = decode(publicKey);
  const privateKey = Buffer.concat([Buffer.alloc(32), sender.getPrivateKey()]).subarray(-32);
  const keys: PushKeys = { publicKey, privateKey: privateKey.toString('base64url') };
  const header = signVapid('https://push.example/wpush/v2/abc', keys, 'mailto:a@forum.example');
  const [, signed = '', claims = '', signature = '', key] =
    /^vapid t=([\w-]+\.([\w-]+))\.([\w-]+), k=([\w-]+)$/.exec(header) ?? [];
  expect(key).toBe(publicKey);
  expect(JSON.parse(decode(claims).toString())).toMatchObject({
    aud: 'https://push.example',
    sub: 'mailto:a@forum.example',
  });
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.toString('base64url', 1, 33),
    y: point.toString('base64url', 33),
  };
  const verifier = createPublicKey({ format: 'jwk', key: jwk });
  const isSigned = verify(
    'sha256',
    Buffer.from(signed),
    { key: verifier, dsaEncoding: 'ieee-p1363' },
    decode(signature),
  );
  expect(isSigned).toBe(true);
});
