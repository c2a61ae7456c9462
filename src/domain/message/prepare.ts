import { createHash } from 'node:crypto';
import { AppError } from '#contracts/errors.ts';
import { isBlank, MAX_MESSAGE_CHARACTERS } from '#contracts/limits.ts';
import { truncateText } from '#contracts/truncate-text.ts';
import type { Db } from '#db/client.ts';
import type { StoredPictures } from './picture-size.ts';
import { readWordFilter } from './read-word-filter.ts';
import type { SanitizedMessage } from './sanitize.ts';
import type { SanitizePolicy } from './sanitize-policy.ts';
import { sanitizerThread } from './sanitizer-thread.ts';
import { findAndMarkPictures } from './stored-pictures.ts';
import { assertAllowed, type SensitiveWord, type WordFilter } from './word-filter.ts';

export interface PreparedMessage extends SanitizedMessage {
  source: string;
  policy: number;
  excerpt: string;
  contentHash: string;
}

const MAX_EXCERPT_CHARACTERS = 200;

/** The same words are the same content, however they are spaced or marked up. */
export function hashContent(text: string, pictures: readonly string[]): string {
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
  /** Characters of HTML; MAX_MESSAGE_CHARACTERS unless said otherwise. */
  maxLength?: number;
  /** Pictures of ours that it may show. */
  pictures?: StoredPictures;
  /** Sensitive words of now (R14). */
  wordFilter?: WordFilter;
}

/**
 * Turns a message as it was sent into what is stored, without asking the database; what members
 * write goes through `prepareNewMessage`. Throws `length` when it says nothing or too much,
 * `tooComplex`
 * when making it safe costs more than a message may, `unavailable` when too many others wait for
 * that.
 */
export async function prepareMessage(
  sent: string,
  policy: SanitizePolicy,
  options: PrepareOptions = {},
): Promise<PreparedMessage> {
  const source = sent.toWellFormed();
  if (source.length > (options.maxLength ?? MAX_MESSAGE_CHARACTERS)) throw new AppError('length');
  const sanitized = await sanitizerThread.sanitize(
    source,
    {
      frameHosts: policy.frameHosts,
      siteHost: policy.siteHost,
      outline: options.outline ?? false,
      ...(options.pictures ? { pictures: options.pictures } : {}),
    },
    options.wordFilter?.words,
  );
  if (isBlank(sanitized.text) && sanitized.images === 0 && sanitized.videos === 0)
    throw new AppError('length');
  return {
    ...sanitized,
    source,
    policy: policy.version,
    excerpt: truncateText(sanitized.text, MAX_EXCERPT_CHARACTERS),
    contentHash: hashContent(sanitized.text, sanitized.pictures),
  };
}

export interface NewMessageOptions extends Omit<PrepareOptions, 'pictures'> {
  /** Sensitive words in what is written with it, such as its subject. */
  extraWords?: readonly SensitiveWord[];
}

/**
 * Prepares a message that is written now: looks up the sizes of uploaded pictures, marks them as
 * used, and applies the word filter. With `review` the message must be stored unchecked. Throws
 * what prepareMessage throws, and `verify` with the refused words.
 */
export async function prepareNewMessage(
  db: Db,
  source: string,
  policy: SanitizePolicy,
  { extraWords = [], ...options }: NewMessageOptions = {},
): Promise<PreparedMessage & { review: boolean }> {
  const [pictures, wordFilter] = await Promise.all([
    findAndMarkPictures(db, source),
    options.wordFilter ?? readWordFilter(db),
  ]);
  const message = await prepareMessage(source, policy, { ...options, pictures, wordFilter });
  return { ...message, ...assertAllowed([...extraWords, ...message.listed]) };
}
