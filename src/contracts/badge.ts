import type { Badge } from './page-model.ts';

const BADGE_OF_GROUP: Record<number, Badge> = {
  10000: 'admin',
  10001: 'admin',
  30: 'official',
  20: 'moderator',
};

/** Undefined for most groups. */
export const badgeOf = (groupId: number): Badge | undefined => BADGE_OF_GROUP[groupId];
