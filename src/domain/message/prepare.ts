import { createHash } from 'node:crypto';
import { closeGaps } from '#contracts/close-gaps.ts';
import { AppError } from '#contracts/errors.ts';
import type { AuthorHoldReason } from '#contracts/hold-reasons.ts';
import { MAX_MESSAGE_CHARACTERS } from '#contracts/limits.ts';
import { isBlank } from '#contracts/text-lines.ts';
import { truncateText } from '#contracts/truncate-text.ts';
import type { Db } from '#db/client.ts';
import type { StoredPictures } from './picture-size.ts';
import { readWordFilter } from './read-word-filter.ts';
import type { SanitizedMessage } from './sanitize.ts';
import type { SanitizePolicy } from './sanitize-policy.ts';
import { type SanitizePurpose, type SanitizeShare, sanitizerThread } from './sanitizer-thread.ts';
import { findAndMarkPictures } from './stored-pictures.ts';
import { assertAllowed, type SensitiveWord, type WordFilter } from './word-filter.ts';
import type { WritingGate } from './writing-gate.ts';

export interface PreparedMessage extends SanitizedMessage {
  source: string;
  policy: number;
  excerpt: string;
  contentHash: string;
}

const MAX_EXCERPT_CHARACTERS = 200;

/** Control characters: invisible to readers, and six bytes each in JSON. */
const INVISIBLE_CONTROLS = /[^\P{Cc}\t\n\r]/gu;

/** Equal for the same words and media, whatever their spacing and markup. */
export function hashContent(text: string, mediaUrls: readonly string[]): string {
  const folded = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{P}\p{Cf}]+/gu, '');
  return createHash('sha256')
    .update(folded)
    .update('\n')
    .update(mediaUrls.join('\n'))
    .digest('base64url')
    .slice(0, 22);
}

export interface PrepareOptions {
  /** Gives headings ids; for first posts. */
  outline?: boolean;
  /** Characters of HTML; default MAX_MESSAGE_CHARACTERS. */
  maxLength?: number;
  /** Uploaded pictures that the message may show. */
  pictures?: StoredPictures;
  /** The current sensitive words (R14). */
  wordFilter?: WordFilter;
  /** Author and purpose; default: background work. */
  share?: SanitizeShare;
}

export const toShare = ({ userId, ip }: Writer, purpose: SanitizePurpose): SanitizeShare => ({
  person: userId,
  address: ip,
  purpose,
});

function requireLength(source: string, maxLength = MAX_MESSAGE_CHARACTERS): void {
  if (source.length > maxLength) throw new AppError('length');
}

/**
 * Turns a submitted message into its stored form, without a query; for members' messages use
 * `prepareNewMessage`. Throws `length`, `tooComplex` (too expensive to sanitize), `tooMany` (the
 * author's share of the thread is used up), `unavailable` (the queue is full).
 */
export async function prepareMessage(
  sent: string,
  policy: SanitizePolicy,
  options: PrepareOptions = {},
): Promise<PreparedMessage> {
  const source = sent.toWellFormed().replace(INVISIBLE_CONTROLS, '');
  requireLength(source, options.maxLength);
  const sanitized = await sanitizerThread.sanitize(
    source,
    {
      frameHosts: policy.frameHosts,
      siteHost: policy.siteHost,
      outline: options.outline ?? false,
      ...(options.pictures ? { pictures: options.pictures } : {}),
    },
    options.wordFilter?.words,
    options.share,
  );
  if (isBlank(sanitized.text) && sanitized.images === 0 && sanitized.videos.length === 0)
    throw new AppError('length');
  return {
    ...sanitized,
    source,
    policy: policy.version,
    excerpt: truncateText(closeGaps(sanitized.text), MAX_EXCERPT_CHARACTERS),
    contentHash: hashContent(sanitized.text, [...sanitized.pictures, ...sanitized.videos]),
  };
}

/** The author and their IP address: the cost of a message counts for both. */
export interface Writer {
  userId: number;
  ip: string;
}

export interface NewMessageOptions extends Omit<PrepareOptions, 'pictures' | 'share'> {
  writer: Writer;
  /** Checked before the work, and before the message is stored. */
  gate?: WritingGate | undefined;
  /** Sensitive words of accompanying texts, such as the subject. */
  extraWords?: readonly SensitiveWord[];
  /** External addresses in accompanying texts. */
  extraLinks?: readonly string[];
}

export interface NewMessage extends PreparedMessage {
  /** Whether its words require a review. */
  review: boolean;
  /** Why it is stored as pending review; undefined when it is published at once. */
  holdReason: AuthorHoldReason | undefined;
}

/**
 * Prepares a new message: checks the gate, applies the word filter, and marks its uploaded pictures
 * as used. Throws the errors of prepareMessage and the gate, and `verify` with the refused words.
 */
export async function prepareNewMessage(
  db: Db,
  source: string,
  policy: SanitizePolicy,
  { writer, gate, extraWords = [], extraLinks = [], ...options }: NewMessageOptions,
): Promise<NewMessage> {
  requireLength(source, options.maxLength);
  await gate?.enter();
  const [pictures, wordFilter] = await Promise.all([
    findAndMarkPictures(db, source),
    options.wordFilter ?? readWordFilter(db),
  ]);
  const message = await prepareMessage(source, policy, {
    ...options,
    pictures,
    wordFilter,
    share: toShare(writer, 'post'),
  });
  const { review } = assertAllowed([...extraWords, ...message.listed]);
  const held = await gate?.pass({
    links: [...message.links, ...extraLinks],
    mentions: message.mentions,
  });
  return { ...message, review, holdReason: review ? 'words' : held };
}
