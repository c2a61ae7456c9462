/** Accepted findings by a statement's file and constant. */
export interface AllowedPlan {
  ids: readonly string[];
  finding: RegExp;
  reason: string;
}

export const ALLOWED_PLANS: readonly AllowedPlan[] = [
  {
    ids: ['auth/oidc/account-list.ts findAccounts'],
    finding: /^sequential scan of user$/,
    reason: 'the built-in provider, which only a forum on a loopback address has',
  },
  {
    ids: ['domain/operations/dashboard/count-members.ts saveDay'],
    finding: /^sequential scan of session$/,
    reason: 'a job of each half hour, which looks at all sessions once',
  },
  {
    ids: ['domain/page-data/home-page.ts countMembers'],
    finding: /^walk of the whole index /,
    reason: 'counted only while PostgreSQL believes that there are fewer than 1,000 people',
  },
  {
    ids: [
      'domain/operations/publishing/read.ts selectLanes',
      'domain/operations/publishing/read.ts selectProblems',
      'publish/audit/compare-pages.ts selectSettledPaths',
    ],
    finding: /^sequential scan of invalidation$/,
    reason: 'pending invalidations; few unless the publisher is behind',
  },
  {
    ids: ['domain/page-data/feed.ts selectSitemapChunks'],
    finding: /^walk of the whole index /,
    reason: 'when each part of the sitemap changed last; the file is cached for an hour',
  },
  {
    ids: ['domain/operations/clear-addresses.ts clearOlder'],
    finding: /^sequential scan of (?:user|session)$/,
    reason: 'a nightly job, which looks at everybody and their sessions once',
  },
  {
    ids: ['domain/operations/forget-reads.ts deleteOldest'],
    finding:
      /^(?:sequential scan of|(?:hash|merge) join over|walk of the whole index) (?:thread_read|user|thread_read, user|user_pkey)$/,
    reason: 'a nightly job, which looks at everybody and what they have read once',
  },
  {
    ids: ['domain/reports/list-reports.ts countReports'],
    finding: /^sequential scan of report$/,
    reason: 'the number of all handled reports, which are most of the table',
  },
  {
    ids: ['isFresh', 'deleteWords'].map((name) => `domain/search/refresh-words.ts ${name}`),
    finding: /^sequential scan of search_word$/,
    reason: 'a daily job; one asks for any row, the other deletes all of them',
  },
  {
    ids: ['domain/uploads/release.ts clearUsedAt'],
    finding: /^sequential scan of comment$/,
    reason: 'after posts were purged: in which other texts a handful of pictures stand',
  },
  {
    ids: ['domain/uploads/sweep.ts claimUnusedUploads'],
    finding: /^sequential scan of user$/,
    reason: 'a daily job, for pictures that nobody used for a week: 50 at a time',
  },
];
