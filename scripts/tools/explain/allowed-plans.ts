/** Findings that are known, by the statement's file and constant. */
export interface AllowedPlan {
  id: string;
  finding: RegExp;
  reason: string;
}

export const ALLOWED_PLANS: readonly AllowedPlan[] = [
  {
    id: 'auth/oidc/account-list.ts findAccounts',
    finding: /^sequential scan of user$/,
    reason: 'the built-in provider, which only a forum on a loopback address has',
  },
  {
    id: 'domain/home/read.ts countMembers',
    finding: /^walk of the whole index /,
    reason: 'counted only while PostgreSQL believes that there are fewer than 1,000 people',
  },
  ...['domain/publishing/read.ts selectLanes', 'domain/publishing/read.ts selectProblems'].map(
    (id) => ({
      id,
      finding: /^sequential scan of touched_tag$/,
      reason: 'counts what waits for the publisher, which is little unless that is behind',
    }),
  ),
  {
    id: 'publish/audit/compare-pages.ts selectSettledPaths',
    finding: /^sequential scan of touched_tag$/,
    reason: 'in the background, and what waits for the publisher is little',
  },
  {
    id: 'domain/feed/read.ts selectSitemapChunks',
    finding: /^walk of the whole index /,
    reason: 'when each part of the sitemap changed last; the file is kept for an hour',
  },
  {
    id: 'domain/retention/clear-addresses.ts clearOlder',
    finding: /^sequential scan of user$/,
    reason: 'a nightly job, which looks at everybody once',
  },
  {
    id: 'domain/retention/forget-reads.ts deleteOldest',
    finding: /^(?:sequential scan of|hash join over) (?:thread_read|user|thread_read, user)$/,
    reason: 'a nightly job, which looks at everybody and what they have read once',
  },
  ...['isFresh', 'deleteWords'].map((name) => ({
    id: `domain/search/refresh-words.ts ${name}`,
    finding: /^sequential scan of search_word$/,
    reason: 'a daily job; one asks for any row, the other deletes all of them',
  })),
  {
    id: 'domain/upload/release.ts clearUsedAt',
    finding: /^sequential scan of comment$/,
    reason: 'after posts were purged: in which other texts a handful of pictures stand',
  },
  {
    id: 'domain/upload/sweep.ts claimUnusedUploads',
    finding: /^sequential scan of user$/,
    reason: 'a daily job, for pictures that nobody used for a week: 50 at a time',
  },
];
