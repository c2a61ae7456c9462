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
  {
    id: 'domain/retention/forget-reads.ts deleteOldest',
    finding: /^(?:sequential scan of|hash join over) user$/,
    reason: 'a nightly job, which looks at everybody once: one row of an index each',
  },
  {
    id: 'domain/upload/sweep.ts claimUnusedUploads',
    finding: /^sequential scan of user$/,
    reason: 'a daily job, for pictures that nobody used for a week: 50 at a time',
  },
];
