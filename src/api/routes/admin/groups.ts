import { SavedRowWire } from '#contracts/wire/admin-forum.ts';
import { AdminGroupsWire, EditGroupWire, GroupFieldsWire } from '#contracts/wire/admin-group.ts';
import { readGroups } from '#domain/group/read.ts';
import { createGroup, deleteGroup, editGroup } from '#domain/group/save.ts';
import { createRouter } from '../../http/router.ts';
import { addAdminCall } from './admin-call.ts';

/* Groups and their rights (R20). */

export const adminGroupRoutes = createRouter();

addAdminCall(adminGroupRoutes, 'GET /v2/admin/groups', {
  right: 'admin.read',
  summary: 'Groups with their rights and how many are in them',
  reply: AdminGroupsWire,
  run: async ({ db }) => ({ groups: await readGroups(db) }),
});

addAdminCall(adminGroupRoutes, 'POST /v2/admin/groups', {
  right: 'group.edit',
  summary: 'Makes a group',
  body: GroupFieldsWire,
  reply: SavedRowWire,
  run: ({ db, actorId, body }) => createGroup(db, actorId, body),
});

addAdminCall(adminGroupRoutes, 'PUT /v2/admin/groups/{id}', {
  right: 'group.edit',
  summary: 'Changes a group’s names and rights',
  description:
    'Groups 10000 and 10001 may everything whatever is sent. `pages` are rendered again because they show the name.',
  body: EditGroupWire,
  reply: SavedRowWire,
  errors: {
    404: 'No such group',
    409: '`conflict` with the present group in `err_payload`',
  },
  run: ({ db, actorId, id, body: { version, ...fields } }) =>
    editGroup(db, actorId, id, fields, version),
});

addAdminCall(adminGroupRoutes, 'DELETE /v2/admin/groups/{id}', {
  right: 'group.edit',
  summary: 'Deletes a group of the community’s own',
  errors: {
    403: 'One that the product needs',
    404: 'No such group',
    409: '`notEmpty`: somebody is in it, or a forum is for it',
  },
  run: ({ db, actorId, id }) => deleteGroup(db, actorId, id),
});
