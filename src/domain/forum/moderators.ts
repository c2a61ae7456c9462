import { ADMIN_GROUP_IDS, MODERATOR_GROUP_ID } from '#contracts/admin-choices.ts';
import type { GroupForumWire, GroupWire, UserBriefWire } from '#contracts/wire/user.ts';
import type { ReferenceData } from '../reference-data.ts';

/**
 * The forum's moderators in their order, followed by the global ones, each user once. Clients show
 * the moderation tools to the users in this list.
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

/**
 * The group that a user has in a forum: its moderators have the moderators' one there, unless they
 * are administrators.
 */
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
