import { z } from 'zod';
import { GROUP_RIGHTS, type GroupRight } from '../admin-choices.ts';
import { INT_MAX, int } from './field-types.ts';

/* Groups and their rights (R20): the contract's `allow…` columns. */

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
