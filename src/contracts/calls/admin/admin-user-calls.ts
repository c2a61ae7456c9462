import { z } from '@hono/zod-openapi';
import { GROUP_RIGHTS, type GroupRight, MAX_FORUM_TEXTS } from '../../admin-choices.ts';
import { SIGN_IN_RETENTION_DAYS } from '../../limits.ts';
import { SavedRowWire } from '../../wire/admin-forum.ts';
import {
  AdminSignInWire,
  AdminUserRowWire,
  AdminUserWire,
  ChangedUserWire,
  ChangeGroupWire,
  EndedSessionsWire,
  EndSessionsWire,
  PersonalDataWire,
  RenameUserWire,
} from '../../wire/admin-user.ts';
import { INT_MAX, int, namedObject } from '../../wire/field-types.ts';
import {
  AccountDeletionWire,
  AdminOwnDataWire,
  OrderDeletionWire,
  OrderReasonWire,
} from '../../wire/own-data.ts';
import { table, tagged, zipAnswer } from '../call-spec.ts';
import { optionalText } from '../params.ts';

/* Groups and their rights (R20): the contract's `allow…` columns. */

const name = z.string().trim().min(1).max(MAX_FORUM_TEXTS.name);
const rights = <T extends z.ZodType>(type: T) =>
  Object.fromEntries(GROUP_RIGHTS.map((right) => [right, type])) as Record<GroupRight, T>;

export const GroupFieldsWire = namedObject('GroupFields', {
  name,
  name_en: name,
  ...rights(z.boolean()),
});
export type GroupFieldsWire = z.infer<typeof GroupFieldsWire>;
const EditGroupWire = GroupFieldsWire.extend({ version: z.int().min(1).max(INT_MAX) });

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
      '`more`: the group has more members than `members`. `forums`: the number of restricted forums that this group may read',
  });
export type AdminGroupWire = z.infer<typeof AdminGroupWire>;
export const AdminGroupsWire = namedObject('AdminGroups', { groups: z.array(AdminGroupWire) });
export type AdminGroupsWire = z.infer<typeof AdminGroupsWire>;

const errors = { 404: 'No such person' } as const;

export const ADMIN_USER_CALLS = tagged('admin', {
  'GET /v2/admin/users': {
    right: 'admin.read',
    summary: 'Lists members',
    description:
      '`q`: the beginning of a name, an id, an email address, a phone number or an IP address. The last three need a login within the last ten minutes (401 `loginAgain`), and the action log records them. The answer contains no personal data.',
    ...table(AdminUserRowWire, 'GET /v2/admin/users', {
      csv: [
        'id',
        'nickname',
        'username',
        ['group', (row) => row.group.name],
        'level',
        'posts',
        'warnings',
        'banned',
        'banned_until',
        'login_at',
        'created_at',
      ],
    }),
  },
  'GET /v2/admin/users/{id}': {
    right: 'admin.read',
    summary: 'Returns a member with bans, warnings and logins',
    reply: AdminUserWire,
    errors,
  },
  'POST /v2/admin/users/{id}/personal': {
    right: 'person.personal',
    summary: 'Returns the personal data of a member',
    description: 'Contains mail, phone and addresses. The action log records the call.',
    reply: PersonalDataWire,
    errors,
  },
  'GET /v2/admin/sign-ins': {
    right: 'person.personal',
    summary: 'Lists logins, logouts and refused logins of all members, newest first',
    description: `Entries are deleted after ${SIGN_IN_RETENTION_DAYS} days. \`user\` is a name or an id. \`ip\` is an exact address. The action log records the call.`,
    ...table(AdminSignInWire, 'GET /v2/admin/sign-ins', { filters: { ip: optionalText(64) } }),
  },
  'PUT /v2/admin/users/{id}/group': {
    right: 'person.regroup',
    summary: 'Moves a member to another group',
    description:
      'Administrators can’t move themselves, so that one always remains. `pages` is the number of pages to re-render because of the new badge.',
    body: ChangeGroupWire,
    reply: ChangedUserWire,
    errors: { ...errors, 409: '`conflict` with the current group in `err_payload`' },
  },
  'PUT /v2/admin/users/{id}/nickname': {
    right: 'person.manage',
    summary: 'Changes a member’s nickname',
    description:
      'Also accepts a nickname that is reserved for its former owner. The member is notified with the reason. `pages` is the number of pages to re-render. Errors: `length`, `malformed`, `taken`, `nameScripts`, `nameReserved`, `verify` (sensitive words).',
    body: RenameUserWire,
    reply: ChangedUserWire,
    errors,
  },
  'POST /v2/admin/users/{id}/sessions/end': {
    right: 'person.manage',
    summary: 'Logs a member out of one browser, or of all',
    description:
      'Ends sessions of the site and of the admin area, except the caller’s own browser.',
    body: EndSessionsWire,
    reply: EndedSessionsWire,
  },

  'GET /v2/admin/users/{id}/own-data': {
    right: 'admin.read',
    summary: 'Returns a member’s scheduled deletion and latest data archive',
    reply: AdminOwnDataWire,
    errors,
  },
  'POST /v2/admin/users/{id}/deletion': {
    right: 'person.delete',
    summary: 'Schedules the deletion of a member’s account',
    description:
      'Works as /api/v2/user/deletion. The member is notified of the reason. Errors: `lastAdministrator`, `leaving`.',
    body: OrderDeletionWire,
    reply: AccountDeletionWire,
    errors,
  },
  'POST /v2/admin/users/{id}/deletion/revoke': {
    right: 'person.delete',
    summary: 'Cancels the scheduled deletion of an account, including a member’s own',
    description: 'Errors: `leaving` (the deletion has started).',
    body: OrderReasonWire,
    errors,
  },
  'POST /v2/admin/users/{id}/export': {
    right: 'person.export',
    summary: 'Requests an archive of all data that the forum has about a member',
    description: 'The member or an administrator can download it. Errors: `exported`.',
    body: OrderReasonWire,
    reply: AdminOwnDataWire,
    errors,
  },
  'GET /v2/admin/users/{id}/export/file': {
    right: 'person.export',
    summary: 'Downloads the archive that an administrator requested, once',
    answers: zipAnswer,
    errors,
  },

  'GET /v2/admin/groups': {
    right: 'admin.read',
    summary: 'Lists groups with their rights and numbers of members',
    reply: AdminGroupsWire,
  },
  'POST /v2/admin/groups': {
    right: 'group.edit',
    summary: 'Creates a group',
    body: GroupFieldsWire,
    reply: SavedRowWire,
  },
  'PUT /v2/admin/groups/{id}': {
    right: 'group.edit',
    summary: 'Edits a group’s names and rights',
    description:
      'Groups 10000 and 10001 always have all rights. `pages` is the number of pages to re-render because of the new name.',
    body: EditGroupWire,
    reply: SavedRowWire,
    errors: { 404: 'No such group', 409: '`conflict` with the current group in `err_payload`' },
  },
  'DELETE /v2/admin/groups/{id}': {
    right: 'group.edit',
    summary: 'Deletes a group that isn’t built in',
    errors: {
      403: 'A built-in group',
      404: 'No such group',
      409: '`notEmpty`: the group has members, or a forum is restricted to it',
    },
  },
});
