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

/**
 * Whether a captcha before a search is good for a day: newcomers aren't trusted so far, but readers
 * who have been here for long needn't have written anything.
 */
export const hasStanding = (standing: Standing, now: number = Date.now()): boolean =>
  !isNewcomer(standing, now) || now - standing.since.getTime() >= YOUNG_ACCOUNT_DAYS * 24 * HOUR_MS;

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
  const age = now - since.getTime();
  if (isNewcomer({ since, posts }, now)) return 'new';
  if (pace >= FAST_COUNT[what]) return 'fast';
  if ((age < YOUNG_ACCOUNT_DAYS * 24 * HOUR_MS || posts < YOUNG_ACCOUNT_POSTS) && links)
    return 'links';
  return undefined;
}
