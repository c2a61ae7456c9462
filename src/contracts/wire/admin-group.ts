import { z } from 'zod';
import { INT_MAX, int } from './field-types.ts';

/* Groups and their rights (R20): the contract's `allow…` columns. */

/** What members of the group may do. */
export const MEMBER_RIGHTS = [
  'allow_read',
  'allow_thread',
  'allow_post',
  'allow_attach',
  'allow_down',
] as const;
/** What moderators of a forum may do there: of the moderators' group alone. */
export const MODERATOR_RIGHTS = [
  'allow_top',
  'allow_update',
  'allow_delete',
  'allow_move',
  'allow_ban_user',
] as const;
/**
 * Told to programs of the deployed forum, which show or hide buttons by them: nothing here
 * corresponds to them.
 */
export const UNENFORCED_RIGHTS = ['allow_view', 'allow_delete_user'] as const;
export const GROUP_RIGHTS = [...MEMBER_RIGHTS, ...MODERATOR_RIGHTS, ...UNENFORCED_RIGHTS] as const;
export type GroupRight = (typeof GROUP_RIGHTS)[number];

/** May everything, whatever their columns say: so nobody can lock everybody out. */
export const ADMIN_GROUP_IDS: readonly number[] = [10_000, 10_001];
export const MODERATOR_GROUP_ID = 20;
/**
 * Groups that the product knows by their numbers: arrivals, moderators of a forum, staff,
 * administrators.
 */
const BUILT_IN_GROUP_IDS: readonly number[] = [10, MODERATOR_GROUP_ID, 30, ...ADMIN_GROUP_IDS];
/** The community made it, and may delete it. */
export const isCustomGroup = (id: number): boolean => !BUILT_IN_GROUP_IDS.includes(id);

const name = z.string().trim().min(1).max(30);
const rights = <T extends z.ZodType>(type: T) =>
  Object.fromEntries(GROUP_RIGHTS.map((right) => [right, type])) as Record<GroupRight, T>;

export const GroupFieldsWire = z
  .object({ name, name_en: name, ...rights(z.boolean()) })
  .meta({ id: 'GroupFields' });
export type GroupFieldsWire = z.infer<typeof GroupFieldsWire>;
export const EditGroupWire = GroupFieldsWire.extend({ version: z.int().min(1).max(INT_MAX) });

export const AdminGroupWire = z
  .object({
    id: int,
    ...GroupFieldsWire.shape,
    version: int,
    members: int,
    more: z.boolean(),
    forums: int,
  })
  .meta({
    id: 'AdminGroup',
    description:
      '`more`: there are more members than were counted. `forums` are read by this group and others that are named there',
  });
export type AdminGroupWire = z.infer<typeof AdminGroupWire>;
export const AdminGroupsWire = z
  .object({ groups: z.array(AdminGroupWire) })
  .meta({ id: 'AdminGroups' });
export type AdminGroupsWire = z.infer<typeof AdminGroupsWire>;
