import { createHash } from 'node:crypto';
import { AppError } from '#contracts/errors.ts';
import { isBlank, MAX_MESSAGE_CHARACTERS } from '#contracts/limits.ts';
import type { Db } from '#db/client.ts';
import type { StoredPictures } from './picture-size.ts';
import { findPictures } from './pictures.ts';
import type { Policy } from './policy.ts';
import type { Sanitized } from './sanitize.ts';
import { judge, type Listed, readScreen, type Screen } from './screening.ts';
import { messageThread } from './thread.ts';

export interface Prepared extends Sanitized {
  source: string;
  policy: number;
  excerpt: string;
  contentHash: string;
}

const EXCERPT = 200;
/**
 * UTF-16 units that a character has on average at most, however many marks are put onto it: what is
 * shown stays short.
 */
const CHARACTER_UNITS_MAX = 16;
const segmenter = new Intl.Segmenter('zh', { granularity: 'grapheme' });

/**
 * The beginning of a text, of no more characters than that as people count them; cut between two of
 * them, never within.
 */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  let end = 0;
  let count = 0;
  for (const { segment, index } of segmenter.segment(text)) {
    count++;
    if (count > length || index + segment.length > length * CHARACTER_UNITS_MAX)
      return `${text.slice(0, end).trimEnd()}…`;
    if (count < length) end = index + segment.length;
  }
  return text;
}

/** The same words are the same content, however they are spaced or marked up. */
export function contentHash(text: string, pictures: readonly string[]): string {
  const folded = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{P}\p{Cf}]+/gu, '');
  return createHash('sha256')
    .update(folded)
    .update('\n')
    .update(pictures.join('\n'))
    .digest('base64url')
    .slice(0, 22);
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
 * Turns a message as it was sent into what is stored, without asking the database; what members
 * write goes through `prepareWritten`. Throws `length` when it says nothing or too much,
 * `tooComplex`
 * when making it safe costs more than a message may, `unavailable` when too many others wait for
 * that.
 */
export async function prepareMessage(
  sent: string,
  policy: Policy,
  options: PrepareOptions = {},
): Promise<Prepared> {
  const source = sent.toWellFormed();
  if (source.length > (options.max ?? MAX_MESSAGE_CHARACTERS)) throw new AppError('length');
  const clean = await messageThread.sanitize(
    source,
    {
      frameHosts: policy.frameHosts,
      siteHost: policy.siteHost,
      outline: options.outline ?? false,
      ...(options.pictures ? { pictures: options.pictures } : {}),
    },
    options.screen?.words,
  );
  if (isBlank(clean.text) && clean.images === 0 && clean.videos === 0) throw new AppError('length');
  return {
    ...clean,
    source,
    policy: policy.version,
    excerpt: cut(clean.text, EXCERPT),
    contentHash: contentHash(clean.text, clean.pictures),
  };
}

/**
 * Why something waits for a moderator whatever its words are: a captcha that was passed without
 * being solved, a newcomer's links.
 */
export type HoldReason = 'captcha' | 'newcomer';

/**
 * Asked before a message is written, with the addresses that it leads away from the site to and the
 * people whom its sanitized text names: why it is to wait for a moderator, if it is. Throws what
 * keeps it from being written, such as a captcha that has to be solved first.
 */
export type Gate = (
  message: Pick<Sanitized, 'links' | 'mentions'>,
) => Promise<HoldReason | undefined>;

export interface WrittenOptions extends Omit<PrepareOptions, 'pictures'> {
  /** Sensitive words in what is written with it, such as its subject. */
  beside?: readonly Listed[];
}

/**
 * The same for what somebody writes now: with the sizes of the pictures of ours, which are used
 * from now on, and screened; `review` is to be stored unchecked. Throws `length`, and `verify` with
 * the words that are refused.
 */
export async function prepareWritten(
  db: Db,
  source: string,
  policy: Policy,
  { beside = [], ...options }: WrittenOptions = {},
): Promise<Prepared & { review: boolean }> {
  const [pictures, screen] = await Promise.all([
    findPictures(db, source),
    options.screen ?? readScreen(db),
  ]);
  const message = await prepareMessage(source, policy, { ...options, pictures, screen });
  return { ...message, ...judge([...beside, ...message.listed]) };
}
