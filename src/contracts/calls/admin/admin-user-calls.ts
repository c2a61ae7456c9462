import { z } from '@hono/zod-openapi';
import { GROUP_RIGHTS, type GroupRight } from '../../admin-choices.ts';
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

const name = z.string().trim().min(1).max(30);
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
      '`more`: there are more members than were counted. `forums` are read by this group and others that are named there',
  });
export type AdminGroupWire = z.infer<typeof AdminGroupWire>;
export const AdminGroupsWire = namedObject('AdminGroups', { groups: z.array(AdminGroupWire) });
export type AdminGroupsWire = z.infer<typeof AdminGroupsWire>;

const errors = { 404: 'No such person' } as const;

export const ADMIN_USER_CALLS = tagged('admin', {
  'GET /v2/admin/users': {
    right: 'admin.read',
    summary: 'People',
    description:
      '`q`: the beginning of a name, a number, an address of mail, a phone number, an IP address. The last three need a login of the last ten minutes (401 `loginAgain`) and are written into the action log. Nothing personal is in the answer.',
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
    summary: 'A person with bans, warnings and logins',
    reply: AdminUserWire,
    errors,
  },
  'POST /v2/admin/users/{id}/personal': {
    right: 'person.personal',
    summary: 'What is personal of somebody',
    description:
      'Mail, phone, addresses. That the caller looked at it is written into the action log.',
    reply: PersonalDataWire,
    errors,
  },
  'GET /v2/admin/sign-ins': {
    right: 'person.personal',
    summary: 'Sign-ins, logouts and refused logins of everybody, the newest first',
    description: `Kept for ${SIGN_IN_RETENTION_DAYS} days. \`user\` is a name or a number, \`ip\` all of an address. That the caller looked at it is written into the action log.`,
    ...table(AdminSignInWire, 'GET /v2/admin/sign-ins', { filters: { ip: optionalText(64) } }),
  },
  'PUT /v2/admin/users/{id}/group': {
    right: 'person.regroup',
    summary: 'Moves a person to another group',
    description:
      'Nobody moves themselves, so that one administrator always remains. `pages` are rendered again because they show the badge.',
    body: ChangeGroupWire,
    reply: ChangedUserWire,
    errors: { ...errors, 409: '`conflict` with the present group in `err_payload`' },
  },
  'PUT /v2/admin/users/{id}/nickname': {
    right: 'person.manage',
    summary: 'Gives a person another nickname',
    description:
      'Also one that is kept for somebody who gave it up. The person is notified of it with the reason. `pages` are rendered again because they show the nickname. Errors: `length`, `malformed`, `taken`, `nameScripts`, `nameReserved`, `verify` (sensitive words).',
    body: RenameUserWire,
    reply: ChangedUserWire,
    errors,
  },
  'POST /v2/admin/users/{id}/sessions/end': {
    right: 'person.manage',
    summary: 'Logs a person out of one browser, or of all',
    description: 'Of the site and of the admin area; never of the browser that asks.',
    body: EndSessionsWire,
    reply: EndedSessionsWire,
  },

  'GET /v2/admin/users/{id}/own-data': {
    right: 'admin.read',
    summary: 'Whether an account is to be deleted, and the latest archive of its data',
    reply: AdminOwnDataWire,
    errors,
  },
  'POST /v2/admin/users/{id}/deletion': {
    right: 'person.delete',
    summary: 'Orders the deletion of a person’s account',
    description:
      'As /api/v2/user/deletion, and the person is told why. Errors: `lastAdministrator`, `leaving`.',
    body: OrderDeletionWire,
    reply: AccountDeletionWire,
    errors,
  },
  'POST /v2/admin/users/{id}/deletion/revoke': {
    right: 'person.delete',
    summary: 'Revokes the order to delete a person’s account, also their own',
    description: 'Errors: `leaving` (it has begun).',
    body: OrderReasonWire,
    errors,
  },
  'POST /v2/admin/users/{id}/export': {
    right: 'person.export',
    summary: 'Orders an archive of everything that the forum has of a person',
    description: 'Either the person or an administrator fetches it. Errors: `exported`.',
    body: OrderReasonWire,
    reply: AdminOwnDataWire,
    errors,
  },
  'GET /v2/admin/users/{id}/export/file': {
    right: 'person.export',
    summary: 'The archive that an administrator ordered, which can be fetched once',
    answers: zipAnswer,
    errors,
  },

  'GET /v2/admin/groups': {
    right: 'admin.read',
    summary: 'Groups with their rights and how many are in them',
    reply: AdminGroupsWire,
  },
  'POST /v2/admin/groups': {
    right: 'group.edit',
    summary: 'Makes a group',
    body: GroupFieldsWire,
    reply: SavedRowWire,
  },
  'PUT /v2/admin/groups/{id}': {
    right: 'group.edit',
    summary: 'Changes a group’s names and rights',
    description:
      'Groups 10000 and 10001 may everything whatever is sent. `pages` are rendered again because they show the name.',
    body: EditGroupWire,
    reply: SavedRowWire,
    errors: { 404: 'No such group', 409: '`conflict` with the present group in `err_payload`' },
  },
  'DELETE /v2/admin/groups/{id}': {
    right: 'group.edit',
    summary: 'Deletes a group of the community’s own',
    errors: {
      403: 'One that the product needs',
      404: 'No such group',
      409: '`notEmpty`: somebody is in it, or a forum is for it',
    },
  },
});
