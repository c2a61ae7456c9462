import { NEWCOMER_HOURS, NEWCOMER_POSTS } from '#contracts/limits.ts';

/*
 * Decides who needs a captcha to post, and whose links need review. Most members need neither. It
 * uses what the request has loaded (session, limit-rate.ts), so it costs no query.
 */

/** Spammers post links: below these limits, links to other sites need a captcha. */
const YOUNG_ACCOUNT_DAYS = 7;
const YOUNG_ACCOUNT_POSTS = 20;
/** The n-th within the limit's window (one minute; threads: ten) counts as fast. */
const FAST_COUNT = { thread: 3, reply: 5, comment: 8, letter: 8 } as const;
export type WritingKind = keyof typeof FAST_COUNT;

const HOUR_MS = 3_600_000;

export interface Standing {
  since: Date;
  /** Counted posts of the account, without those pending review. */
  posts: number;
}

export const isNewcomer = ({ since, posts }: Standing, now: number = Date.now()): boolean =>
  now - since.getTime() < NEWCOMER_HOURS * HOUR_MS || posts < NEWCOMER_POSTS;

/** Members from this level search without a captcha, a week after joining. */
const FREE_SEARCH_LEVEL = 2;

const isYoung = (since: Date, now: number): boolean =>
  now - since.getTime() < YOUNG_ACCOUNT_DAYS * 24 * HOUR_MS;

/** Whether a member searches without a captcha (R31): by level and age of the account. */
export const searchesFreely = (
  { since, level }: { since: Date; level: number },
  now: number = Date.now(),
): boolean => level >= FREE_SEARCH_LEVEL && !isYoung(since, now);

/** Whether a search captcha is valid for a day: for older accounts, even without posts. */
export const hasStanding = (standing: Standing, now: number = Date.now()): boolean =>
  !isNewcomer(standing, now) || !isYoung(standing.since, now);

export interface WritingAttempt extends Standing {
  what: WritingKind;
  /** Items of this kind in the limit's window, including this one. */
  pace: number;
  links: boolean;
}

/** Why a captcha is required; undefined if none is. */
export function getCaptchaReason(
  { what, since, posts, pace, links }: WritingAttempt,
  now: number = Date.now(),
): 'new' | 'links' | 'fast' | undefined {
  if (isNewcomer({ since, posts }, now)) return 'new';
  if (pace >= FAST_COUNT[what]) return 'fast';
  if ((isYoung(since, now) || posts < YOUNG_ACCOUNT_POSTS) && links) return 'links';
  return undefined;
}
