import type { ReviewRowWire } from '#contracts/wire/moderation.ts';
import type { Db } from '#db/client.ts';
import { readWordFilter } from '#domain/message/read-word-filter.ts';
import type { WordFilter } from '#domain/message/word-filter.ts';
import { htmlToPlainText } from '#search/html-to-plain-text.ts';
import type { Moderator } from './moderator.ts';
import { type ReviewQueueQuery, readReviewQueue } from './review-queue.ts';

/** Characters of a text that are shown: from a little before the first word that was found. */
const MAX_EXCERPT_CHARACTERS = 1_200;
const CHARACTERS_BEFORE_MATCH = 160;

/** A text with the listed words that stand in it now; what was cut off is left out at both ends. */
function toExcerptWithMatches(
  screen: WordFilter,
  text: string,
): Pick<ReviewRowWire, 'text' | 'findings'> {
  const findings = screen(text).sort((a, b) => a.start - b.start || b.end - a.end);
  const from =
    text.length <= MAX_EXCERPT_CHARACTERS
      ? 0
      : Math.max(0, (findings[0]?.start ?? 0) - CHARACTERS_BEFORE_MATCH);
  const shown = text.slice(from, from + MAX_EXCERPT_CHARACTERS);
  return {
    text: shown,
    findings: findings
      .filter((one) => one.end - from <= shown.length)
      .map((one) => ({
        start: one.start - from,
        end: one.end - from,
        word: one.sensitiveWord.word,
      })),
  };
}

/** What waits for review, with the sensitive words marked. */
export async function readReviewQueueWithMatches(
  db: Db,
  moderator: Moderator,
  query: ReviewQueueQuery,
): Promise<{ rows: Omit<ReviewRowWire, 'links'>[]; total: number }> {
  const [{ data, total }, screen] = await Promise.all([
    readReviewQueue(db, moderator, query),
    readWordFilter(db),
  ]);
  const rows = data.map((row) => {
    const body = htmlToPlainText(row.message);
    return {
      ...row,
      key: `${row.kind}:${row.id}`,
      ...toExcerptWithMatches(screen, row.kind === 'thread' ? `${row.subject}\n${body}` : body),
    };
  });
  return { rows, total };
}
