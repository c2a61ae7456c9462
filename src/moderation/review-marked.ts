import type { AdminReviewItemWire } from '#contracts/wire/admin-moderation.ts';
import type { Db } from '#db/client.ts';
import { readScreen, type Screen } from '#domain/message/screening.ts';
import { plainText } from '#search/highlight.ts';
import type { Moderator } from './moderator.ts';
import { readWaiting, type WaitingQuery } from './review-queue.ts';

/** Characters of a text that are shown: from a little before the first word that was found. */
const SHOWN = 1_200;
const BEFORE = 160;

/** A text with the listed words that stand in it now; what was cut off is left out at both ends. */
function marked(screen: Screen, text: string): Pick<AdminReviewItemWire, 'text' | 'findings'> {
  const findings = screen(text).sort((a, b) => a.start - b.start || b.end - a.end);
  const from = text.length <= SHOWN ? 0 : Math.max(0, (findings[0]?.start ?? 0) - BEFORE);
  const shown = text.slice(from, from + SHOWN);
  return {
    text: shown,
    findings: findings
      .filter((one) => one.end - from <= shown.length)
      .map((one) => ({ start: one.start - from, end: one.end - from, word: one.listed.word })),
  };
}

/** What waits for review, with the sensitive words marked. */
export async function readMarked(
  db: Db,
  moderator: Moderator,
  query: WaitingQuery,
): Promise<{ rows: Omit<AdminReviewItemWire, 'links'>[]; total: number }> {
  const [{ data, total }, screen] = await Promise.all([
    readWaiting(db, moderator, query),
    readScreen(db),
  ]);
  const rows = data.map((row) => {
    const body = plainText(row.message);
    return {
      ...row,
      key: `${row.kind}:${row.id}`,
      ...marked(screen, row.kind === 'thread' ? `${row.subject}\n${body}` : body),
    };
  });
  return { rows, total };
}
