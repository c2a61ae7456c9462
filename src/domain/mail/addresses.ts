import { UNSUBSCRIBE_KINDS, type UnsubscribeKind } from '#contracts/mailing.ts';
import type { Env } from '#platform/env.ts';
import { isSignatureOf, signText } from './secret.ts';

/* Addresses that letters carry: of web pages, of mail that comes back, and of the letters. */

export const UNSUBSCRIBE_PATH = '/api/mail/unsubscribe';

/** The address alone of "Forum <forum@example.com>". */
export const bareAddress = (address: string): string =>
  /<([^<>]{1,254})>$/.exec(address)?.[1] ?? address;

/** An address as the log shows it: a…@example.com. */
export const cutAddress = (address: string): string => {
  const at = address.lastIndexOf('@');
  return at < 1 ? '' : `${[...address][0]}…${address.slice(at)}`;
};

/** The domain of what we name in headers: that of the site. */
const siteDomain = (env: Env): string => new URL(env.SITE_URL).hostname.replace(/[[\]:]/g, '');

/** The proof that whoever has it got a letter of this kind. It never expires. */
export const unsubscribeToken = (secret: string, userId: number, kind: UnsubscribeKind): string =>
  `${userId}.${kind}.${signText(secret, 'unsubscribe', `${userId}.${kind}`)}`;

export interface Unsubscription {
  userId: number;
  kind: UnsubscribeKind;
}

/** Whose letters of which kind a token ends; undefined for one that we didn't make. */
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

/** Stands for the address that a letter goes to, so that what comes back says to which it went. */
export const addressTag = (secret: string, address: string): string =>
  signText(secret, 'recipient', address.toLowerCase()).slice(0, TAG_CHARACTERS);

export interface SentLetter {
  mailId: number;
  /** `addressTag()` of where it went. */
  tag: string;
}

const bounceSignature = ({ mailId, tag }: SentLetter): string => `${mailId}.${tag}`;

/** To where a letter comes back; each has an address of its own (VERP). */
export function bounceAddress(env: Env, secret: string, mailId: number, receiver: string): string {
  const from = bareAddress(env.MAIL_FROM ?? '');
  const domain = env.MAIL_BOUNCE_DOMAIN ?? from.slice(from.lastIndexOf('@') + 1);
  const letter = bounceSignature({ mailId, tag: addressTag(secret, receiver) });
  return `bounce+${letter}.${signText(secret, 'bounce', letter)}@${domain}`;
}

/** An address that `bounceAddress()` made, anywhere in a text. */
export const BOUNCE_ADDRESS = /bounce\+[1-9]\d{0,9}\.[\da-f]{8}\.[\da-f]{32}@[\w.-]{1,190}/i;

/** Which letter came back to an address; undefined for one that isn't a letter's. */
export function parseBounceAddress(secret: string, address: string): SentLetter | undefined {
  const [, id = '', tag = '', signature = ''] =
    /^<?bounce\+([1-9]\d{0,9})\.([\da-f]{8})\.([\da-f]{32})@/i.exec(address.trim()) ?? [];
  const letter = { mailId: Number(id), tag: tag.toLowerCase() };
  return id && isSignatureOf(secret, 'bounce', bounceSignature(letter), signature)
    ? letter
    : undefined;
}

/** The id of a letter is the same each time that it is handed over. */
export const messageId = (env: Env, secret: string, mailId: number): string =>
  `<mail-${mailId}.${signText(secret, 'message', String(mailId)).slice(0, 12)}@${siteDomain(env)}>`;

/** What the letters about one thing refer to, so that programs show them together. */
export const conversationId = (env: Env, name: string): string => `<${name}@${siteDomain(env)}>`;

export const listId = (env: Env, kind: string): string => `<${kind}.${siteDomain(env)}>`;
