import webPush from 'web-push';
import { siteSecret } from '#db/site-secret.ts';
import { PUSH_KEYS_STATE } from '#db/site-state-names.ts';
import type { Env } from '#platform/env.ts';
import { bareAddress } from '../mail/addresses.ts';

export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/** The VAPID key pair (RFC 8292). Subscriptions are bound to it. */
export const getPushKeys = siteSecret(PUSH_KEYS_STATE, (): PushKeys => webPush.generateVAPIDKeys());

/** Contact for push services, a mailto: or https: address. */
export const pushContact = ({ MAIL_FROM, SITE_URL }: Env): string =>
  MAIL_FROM
    ? `mailto:${bareAddress(MAIL_FROM)}`
    : SITE_URL.startsWith('https:')
      ? SITE_URL
      : 'mailto:webmaster@localhost';
