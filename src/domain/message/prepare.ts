import { createHash } from 'node:crypto';
import { AppError } from '#contracts/errors.ts';
import { MESSAGE_MAX } from '#contracts/limits.ts';
import type { Db } from '#db/client.ts';
import { findPictures, type StoredPictures } from './pictures.ts';
import type { Policy } from './policy.ts';
import type { Sanitized } from './sanitize.ts';
import { judge, type Listed, readScreen, type Screen } from './screening.ts';

export interface Prepared extends Sanitized {
  source: string;
  policy: number;
  excerpt: string;
  contentHash: string;
}

/** The DOM that messages are made safe on takes half a second to load: the server's start doesn't wait for it. */
export const sanitizer = () => import('./sanitize.ts');

const EXCERPT = 200;

/** The beginning of a text, cut between characters as people count them. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const characters = [...text.slice(0, length * 2)];
  return characters.length <= length
    ? text
    : `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
}

/** The same words are the same content, however they are spaced or marked up. */
export function contentHash(text: string, pictures: readonly string[]): string {
  const folded = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{P}\p{Cf}]+/gu, '');
  return createHash('sha256').update(folded).update('\n').update(pictures.join('\n')).digest('base64url').slice(0, 22);
}

export interface PrepareOptions {
  /** Gives headings ids; for first posts. */
  outline?: boolean;
  /** Characters of HTML; MESSAGE_MAX unless said otherwise. */
  max?: number;
  /** Pictures of ours that it may show. */
  pictures?: StoredPictures;
  /** Sensitive words of now (R14). */
  screen?: Screen;
}

/**
 * Turns a message as it was sent into what is stored, without asking the database; what members write goes through
 * `prepareWritten`. Throws `length` when it says nothing or too much.
 */
export async function prepareMessage(source: string, policy: Policy, options: PrepareOptions = {}): Promise<Prepared> {
  if (source.length > (options.max ?? MESSAGE_MAX)) throw new AppError('length');
  const { sanitize } = await sanitizer();
  const clean = sanitize(source, {
    frameHosts: policy.frameHosts,
    siteHost: policy.siteHost,
    outline: options.outline ?? false,
    ...(options.pictures ? { pictures: options.pictures } : {}),
    ...(options.screen ? { screen: options.screen } : {}),
  });
  if (clean.text === '' && clean.images === 0 && clean.videos === 0) throw new AppError('length');
  return { ...clean, source, policy: policy.version, excerpt: cut(clean.text, EXCERPT), contentHash: contentHash(clean.text, clean.pictures) };
}

/** Why something waits for a moderator whatever its words are: a captcha that was passed without being solved, a newcomer's links. */
export type HoldReason = 'captcha' | 'newcomer';

export interface WrittenOptions extends Omit<PrepareOptions, 'pictures'> {
  /** Sensitive words in what is written with it, such as its subject. */
  beside?: readonly Listed[];
}

/**
 * The same for what somebody writes now: with the sizes of the pictures of ours, which are used from now on, and
 * screened; `review` is to be stored unchecked. Throws `length`, and `verify` with the words that are refused.
 */
export async function prepareWritten(db: Db, source: string, policy: Policy, { beside = [], ...options }: WrittenOptions = {}): Promise<Prepared & { review: boolean }> {
  const [pictures, screen] = await Promise.all([findPictures(db, source), options.screen ?? readScreen(db)]);
  const message = await prepareMessage(source, policy, { ...options, pictures, screen });
  return { ...message, ...judge([...beside, ...message.listed]) };
}
