import type { Badge } from './page-model.ts';

const BADGE_OF_GROUP: Record<number, Badge> = {
  10000: 'admin',
  10001: 'admin',
  30: 'official',
  20: 'moderator',
};

/** What a person's group is shown as beside the name; undefined for most. */
export const badgeOf = (groupId: number): Badge | undefined => BADGE_OF_GROUP[groupId];
