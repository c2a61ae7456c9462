import { NEWCOMER_HOURS, NEWCOMER_POSTS } from '#contracts/limits.ts';

/*
 * Who is asked for a captcha before something of theirs is posted, and whose links wait for a
 * moderator. Most never are, and do. It is decided from what the request has loaded anyway: the
 * person (with the session) and the count of their limit (limit-rate.ts); no query is made for it.
 */

/**
 * Links lead spammers here: until an account has so many days and posts, it is asked when it links
 * to other sites.
 */
const YOUNG_ACCOUNT_DAYS = 7;
const YOUNG_ACCOUNT_POSTS = 20;
/**
 * Writing the next one this soon is fast: the n-th within the window of the limit (a minute; of
 * threads, ten).
 */
const FAST_COUNT = { thread: 3, reply: 5, comment: 8, letter: 8 } as const;
export type WritingKind = keyof typeof FAST_COUNT;

const HOUR_MS = 3_600_000;

/** How somebody stands in the forum. */
export interface Standing {
  /** Since when the account is there. */
  since: Date;
  /** Posts of the account that are counted: what waits for review isn't. */
  posts: number;
}

export const isNewcomer = ({ since, posts }: Standing, now: number = Date.now()): boolean =>
  now - since.getTime() < NEWCOMER_HOURS * HOUR_MS || posts < NEWCOMER_POSTS;

/** The level from which a member searches without a captcha, a week after joining. */
const FREE_SEARCH_LEVEL = 2;

const isYoung = (since: Date, now: number): boolean =>
  now - since.getTime() < YOUNG_ACCOUNT_DAYS * 24 * HOUR_MS;

/** Whether a member searches without a captcha (R31): by level and age of the account. */
export const searchesFreely = (
  { since, level }: { since: Date; level: number },
  now: number = Date.now(),
): boolean => level >= FREE_SEARCH_LEVEL && !isYoung(since, now);

/**
 * Whether a captcha before a search is good for a day: newcomers aren't trusted so far, but readers
 * who have been here for long needn't have written anything.
 */
export const hasStanding = (standing: Standing, now: number = Date.now()): boolean =>
  !isNewcomer(standing, now) || !isYoung(standing.since, now);

export interface WritingAttempt extends Standing {
  what: WritingKind;
  /** How many of this kind were sent in the limit's window, this one included. */
  pace: number;
  /** It leads to other sites. */
  links: boolean;
}

/** Why a captcha is asked for; undefined when none is. */
export function getCaptchaReason(
  { what, since, posts, pace, links }: WritingAttempt,
  now: number = Date.now(),
): 'new' | 'links' | 'fast' | undefined {
  if (isNewcomer({ since, posts }, now)) return 'new';
  if (pace >= FAST_COUNT[what]) return 'fast';
  if ((isYoung(since, now) || posts < YOUNG_ACCOUNT_POSTS) && links) return 'links';
  return undefined;
}
