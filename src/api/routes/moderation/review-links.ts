import type { ReviewRowWire } from '#contracts/wire/moderation.ts';
import { findExternalLinks } from '#domain/message/external-links.ts';
import { findWrittenLinks } from '#domain/message/resolve-url.ts';
import type { readReviewQueueWithMatches } from '#moderation/review-queue-matches.ts';
import { getSite } from '../../http/caller.ts';
import type { ApiContext } from '../../http/context.ts';

/** Addresses that are shown of one message. */
const MAX_LINKS_SHOWN = 20;

/** What waits for review, with the addresses that a newcomer leads to. */
export const addLinksOfNewcomers = (
  c: ApiContext,
  rows: Awaited<ReturnType<typeof readReviewQueueWithMatches>>['rows'],
): ReviewRowWire[] =>
  rows.map((row) => {
    const { host } = getSite(c);
    const subject = row.kind === 'thread' ? row.subject : '';
    return {
      ...row,
      links:
        row.reason === 'newcomer'
          ? [...findWrittenLinks(subject, host), ...findExternalLinks(row.message, host)].slice(
              0,
              MAX_LINKS_SHOWN,
            )
          : [],
    };
  });
