/* Muting a user (in the interface: ignoring) is the level `muted`. */

export const WATCH_KINDS = ['thread', 'forum', 'section', 'user'] as const;
export type WatchKind = (typeof WATCH_KINDS)[number];

/**
 * all: new threads and replies. threads: new threads only. mentions: only mentions and quotes, also
 * if the parent is watched. muted: nothing.
 */
export const WATCH_LEVELS = ['all', 'threads', 'mentions', 'muted'] as const;
export type WatchLevel = (typeof WATCH_LEVELS)[number];

/** In the menu's order. */
export const LEVELS_OF_KIND: Readonly<Record<WatchKind, readonly WatchLevel[]>> = {
  thread: ['all', 'mentions', 'muted'],
  forum: ['all', 'threads', 'mentions', 'muted'],
  section: ['all', 'threads', 'mentions', 'muted'],
  user: ['all', 'threads', 'muted'],
};

/** Lists of the member's overview and their kinds; muted items are listed separately. */
export const LISTED_KINDS = {
  threads: ['thread'],
  forums: ['forum', 'section'],
  users: ['user'],
} as const satisfies Record<string, readonly WatchKind[]>;
export const WATCH_LISTS = [
  'threads',
  'forums',
  'users',
] as const satisfies readonly (keyof typeof LISTED_KINDS)[];
export type WatchList = (typeof WATCH_LISTS)[number];

/** Lists of news in watched threads and forums: unread replies, and new threads. */
export const NEWS_LISTS = ['replies', 'threads'] as const;
export type NewsList = (typeof NEWS_LISTS)[number];
