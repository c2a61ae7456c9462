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

/** What no reader sees, and JSON writes as six bytes each. */
const INVISIBLE_CONTROLS = /[^\P{Cc}\t\n\r]/gu;

/** The same words and media are the same content, however they are spaced or marked up. */
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
  /** Characters of HTML; MAX_MESSAGE_CHARACTERS unless said otherwise. */
  maxLength?: number;
  /** Pictures of ours that it may show. */
  pictures?: StoredPictures;
  /** Sensitive words of now (R14). */
  wordFilter?: WordFilter;
  /** For whom and what; nobody waits for it unless said otherwise. */
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
 * Turns a message as it was sent into what is stored, without asking the database; what members
 * write goes through `prepareNewMessage`. Throws `length` when it says nothing or too much,
 * `tooComplex` when making it safe costs more than a message may, `tooMany` when this person's
 * messages have taken too long lately, `unavailable` when too many wait for that.
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

/** Who writes, and from where: what a message costs is counted for both. */
export interface Writer {
  userId: number;
  ip: string;
}

export interface NewMessageOptions extends Omit<PrepareOptions, 'pictures' | 'share'> {
  writer: Writer;
  /** Asked before the work, and before the message is stored. */
  gate?: WritingGate | undefined;
  /** Sensitive words in what is written with it, such as its subject. */
  extraWords?: readonly SensitiveWord[];
  /** Addresses that what is written with it leads away from the site to. */
  extraLinks?: readonly string[];
}

export interface NewMessage extends PreparedMessage {
  /** Whether its words need a review. */
  review: boolean;
  /** Why it is to be stored unchecked; undefined when everybody may read it at once. */
  waits: AuthorHoldReason | undefined;
}

/**
 * Prepares a message that is written now: asks the gate, looks up the sizes of uploaded pictures,
 * marks them as used, and applies the word filter. Throws what prepareMessage and the gate throw,
 * and `verify` with the refused words.
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
  return { ...message, review, waits: review ? 'words' : held };
}
