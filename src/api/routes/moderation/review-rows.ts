import type { ReviewRowWire } from '#contracts/wire/moderation.ts';
import { findExternalLinks } from '#domain/message/external-links.ts';
import { findWrittenLinks } from '#domain/message/resolve-url.ts';
import { type ReviewQueueQuery, readReviewQueue } from '#domain/reports/review/queue.ts';
import { getSite, requireModerator } from '../../http/caller.ts';
import type { ApiContext } from '../../http/context.ts';
import { getOwnReadContext } from '../../http/read-context.ts';

/** Links displayed per message. */
const MAX_LINKS_SHOWN = 20;

/** Pending reviews in the caller's forums, with newcomers' links. */
export async function readReviewRows(
  c: ApiContext,
  { forum_id, ...query }: Omit<ReviewQueueQuery, 'forumId'> & { forum_id?: number | undefined },
): Promise<{ rows: ReviewRowWire[]; total: number }> {
  const { host } = getSite(c);
  const { rows, total } = await readReviewQueue(getOwnReadContext(c), requireModerator(c), {
    ...query,
    forumId: forum_id || undefined,
  });
  const linksOf = ({ kind, subject, message, reason }: (typeof rows)[number]) =>
    reason === 'newcomer'
      ? [
          ...findWrittenLinks(kind === 'thread' ? subject : '', host),
          ...findExternalLinks(message, host),
        ].slice(0, MAX_LINKS_SHOWN)
      : [];
  return { rows: rows.map((row) => ({ ...row, links: linksOf(row) })), total };
}
