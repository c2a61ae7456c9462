import { UNSUBSCRIBE_KINDS, type UnsubscribeKind } from '#contracts/mailing.ts';
import type { Env } from '#platform/env.ts';
import { isSignatureOf, signText } from './secret.ts';

/* Addresses in emails: web pages, VERP return addresses, ids. */

export const UNSUBSCRIBE_PATH = '/api/mail/unsubscribe';

/** The bare address of "Forum <forum@example.com>". */
export const bareAddress = (address: string): string =>
  /<([^<>]{1,254})>$/.exec(address)?.[1] ?? address;

/** An address as logged: a…@example.com. */
export const cutAddress = (address: string): string => {
  const at = address.lastIndexOf('@');
  return at < 1 ? '' : `${[...address][0]}…${address.slice(at)}`;
};

/** The site's domain, for ids in headers. */
const siteDomain = (env: Env): string => new URL(env.SITE_URL).hostname.replace(/[[\]:]/g, '');

/** Proves that its bearer received an email of this kind. It never expires. */
export const unsubscribeToken = (secret: string, userId: number, kind: UnsubscribeKind): string =>
  `${userId}.${kind}.${signText(secret, 'unsubscribe', `${userId}.${kind}`)}`;

export interface Unsubscription {
  userId: number;
  kind: UnsubscribeKind;
}

/** The user and the kind that a token unsubscribes; undefined for an invalid token. */
export function parseUnsubscribeToken(secret: string, token: string): Unsubscription | undefined {
  const [, id = '', kind = '', signature = ''] =
    /^([1-9]\d{0,8})\.(\w{1,20})\.([\da-f]{32})$/i.exec(token) ?? [];
  const known = UNSUBSCRIBE_KINDS.find((one) => one === kind);
  return known && isSignatureOf(secret, 'unsubscribe', `${id}.${kind}`, signature)
    ? { userId: Number(id), kind: known }
    : undefined;
}

export const unsubscribeUrl = (
  env: Env,
  secret: string,
  userId: number,
  kind: UnsubscribeKind,
): string => `${env.SITE_URL}${UNSUBSCRIBE_PATH}?token=${unsubscribeToken(secret, userId, kind)}`;

const TAG_CHARACTERS = 8;

/** A tag of the receiver's address: a bounce then shows to which address the email went. */
export const addressTag = (secret: string, address: string): string =>
  signText(secret, 'recipient', address.toLowerCase()).slice(0, TAG_CHARACTERS);

export interface SentMail {
  mailId: number;
  /** `addressTag()` of the receiver. */
  tag: string;
}

const bounceSignature = ({ mailId, tag }: SentMail): string => `${mailId}.${tag}`;

/** The return address of one email (VERP). */
export function bounceAddress(env: Env, secret: string, mailId: number, receiver: string): string {
  const from = bareAddress(env.MAIL_FROM ?? '');
  const domain = env.MAIL_BOUNCE_DOMAIN ?? from.slice(from.lastIndexOf('@') + 1);
  const mail = bounceSignature({ mailId, tag: addressTag(secret, receiver) });
  return `bounce+${mail}.${signText(secret, 'bounce', mail)}@${domain}`;
}

/** Matches an address of `bounceAddress()` anywhere in a text. */
export const BOUNCE_ADDRESS = /bounce\+[1-9]\d{0,9}\.[\da-f]{8}\.[\da-f]{32}@[\w.-]{1,190}/i;

/** The email that bounced to an address; undefined for an address not of `bounceAddress()`. */
export function parseBounceAddress(secret: string, address: string): SentMail | undefined {
  const [, id = '', tag = '', signature = ''] =
    /^<?bounce\+([1-9]\d{0,9})\.([\da-f]{8})\.([\da-f]{32})@/i.exec(address.trim()) ?? [];
  const mail = { mailId: Number(id), tag: tag.toLowerCase() };
  return id && isSignatureOf(secret, 'bounce', bounceSignature(mail), signature) ? mail : undefined;
}

/** The Message-ID is the same on each try. */
export const messageId = (env: Env, secret: string, mailId: number): string =>
  `<mail-${mailId}.${signText(secret, 'message', String(mailId)).slice(0, 12)}@${siteDomain(env)}>`;

/** The References of all emails about one topic, so that clients group them. */
export const conversationId = (env: Env, name: string): string => `<${name}@${siteDomain(env)}>`;

export const listId = (env: Env, kind: string): string => `<${kind}.${siteDomain(env)}>`;
