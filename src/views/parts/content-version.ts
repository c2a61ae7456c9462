import { hash } from 'node:crypto';

/** 48 bits: no two versions of one post are alike by chance. */
const VERSION_CHARACTERS = 8;

/**
 * A short name of what a part of a page shows, for islands that look whether it has changed since
 * (islands/live/follow-thread.ts).
 */
export const contentVersion = (...shown: unknown[]): string =>
  hash('sha1', JSON.stringify(shown), 'base64url').slice(0, VERSION_CHARACTERS);
