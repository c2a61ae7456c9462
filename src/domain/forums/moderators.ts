import { ADMIN_GROUP_IDS, MODERATOR_GROUP_ID } from '#contracts/admin-choices.ts';
import type { GroupForumWire, GroupWire, UserBriefWire } from '#contracts/wire/user.ts';
import type { ReferenceData } from '../reference/reference-data.ts';

/**
 * A forum's moderators in order, then the global ones, each once: clients show them the moderation
 * tools.
 */
export function getModerators(reference: ReferenceData, forumId: number): UserBriefWire[] {
  const everywhere = new Set(reference.globalModerators.map((moderator) => moderator.id));
  return [
    ...(reference.moderators.get(forumId) ?? []).filter(
      (moderator) => !everywhere.has(moderator.id),
    ),
    ...reference.globalModerators,
  ];
}

/** A user's group in a forum: its moderators count as moderators, except administrators. */
export function toGroupInForumWire(
  reference: ReferenceData,
  forumId: number,
  userId: number,
  groupId: number,
): GroupForumWire {
  const moderatorIndex = ADMIN_GROUP_IDS.includes(groupId)
    ? -1
    : (reference.moderators.get(forumId)?.findIndex((moderator) => moderator.id === userId) ?? -1);
  const moderators = moderatorIndex >= 0 ? reference.groups.get(MODERATOR_GROUP_ID) : undefined;
  const group = moderators ?? (reference.groups.get(groupId) as GroupWire);
  return {
    id: 0,
    user_id: userId,
    group_id: group.id,
    forum_id: forumId,
    orderby: Math.max(0, moderatorIndex),
    group,
  };
}
