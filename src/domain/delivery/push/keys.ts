import { generateKeyPairSync } from 'node:crypto';
import { siteSecret } from '#db/site-secret.ts';
import { PUSH_KEYS_STATE } from '#db/site-state-names.ts';
import type { Env } from '#platform/env.ts';
import { bareAddress } from '../mail/addresses.ts';

/** In base64url: the uncompressed point, and its factor. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

function generatePushKeys(): PushKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' });
  const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  return { publicKey: Buffer.concat(point).toString('base64url'), privateKey: d };
}

/** The VAPID key pair (RFC 8292). Subscriptions are bound to it. */
export const getPushKeys = siteSecret(PUSH_KEYS_STATE, generatePushKeys);

/** Contact for push services, a mailto: or https: address. */
export const pushContact = ({ MAIL_FROM, SITE_URL }: Env): string =>
  MAIL_FROM
    ? `mailto:${bareAddress(MAIL_FROM)}`
    : SITE_URL.startsWith('https:')
      ? SITE_URL
      : 'mailto:webmaster@localhost';
