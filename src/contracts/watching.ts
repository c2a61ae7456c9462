/*
 * What members watch, and how closely. One table of the database has all of it: who mutes a person
 * (in the interface: ignores them) watches them on the level `muted`.
 */

export const WATCH_KINDS = ['thread', 'forum', 'section', 'user'] as const;
export type WatchKind = (typeof WATCH_KINDS)[number];

/**
 * all: each new thread and reply. threads: new threads alone. mentions: nothing but mentions and
 * quotes, also where something around it is watched. muted: nothing.
 */
export const WATCH_LEVELS = ['all', 'threads', 'mentions', 'muted'] as const;
export type WatchLevel = (typeof WATCH_LEVELS)[number];

/** The levels that each kind has, in the order of its menu. */
export const LEVELS_OF_KIND: Readonly<Record<WatchKind, readonly WatchLevel[]>> = {
  thread: ['all', 'mentions', 'muted'],
  forum: ['all', 'threads', 'mentions', 'muted'],
  section: ['all', 'threads', 'mentions', 'muted'],
  user: ['all', 'threads', 'muted'],
};

/** The lists of one's own overview, each with its kinds; what is muted is listed apart. */
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

/** The lists of what is new where somebody watches: unread replies, and new threads. */
export const NEWS_LISTS = ['replies', 'threads'] as const;
export type NewsList = (typeof NEWS_LISTS)[number];
