import { createRoute, z } from '@hono/zod-openapi';
import { ChangedWire } from '#contracts/wire/admin-forum.ts';
import { AdminGroupsWire, EditGroupWire, GroupFieldsWire } from '#contracts/wire/admin-group.ts';
import { DoneWire } from '#contracts/wire/site.ts';
import { readGroups } from '#domain/group/admin-read.ts';
import { createGroup, deleteGroup, editGroup } from '#domain/group/save.ts';
import { may } from '../middleware/may.ts';
import { requiredId } from '../params.ts';
import { jsonBody, replies, router } from '../router.ts';
import { fresh, freshAdministrator, tags } from './area.ts';

/* Groups and their rights (R20). */

export const adminGroups = router();

const params = z.object({ id: requiredId });

adminGroups.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/groups',
    ...may('admin.read'),
    tags,
    summary: 'Groups with their rights and how many are in them',
    responses: replies(AdminGroupsWire),
  }),
  async (c) => c.json({ groups: await readGroups(c.var.deps.db) }, 200),
);

adminGroups.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/groups',
    ...may('group.edit'),
    tags,
    summary: 'Makes a group',
    request: { body: jsonBody(GroupFieldsWire) },
    responses: { ...replies(ChangedWire), ...fresh },
  }),
  async (c) =>
    c.json(
      await createGroup(c.var.deps.db, freshAdministrator(c).userId, c.req.valid('json')),
      200,
    ),
);

adminGroups.openapi(
  createRoute({
    method: 'put',
    path: '/v2/admin/groups/{id}',
    ...may('group.edit'),
    tags,
    summary: 'Changes a group’s names and rights',
    description:
      'Groups 10000 and 10001 may everything whatever is sent. `pages` are rendered again because they show the name.',
    request: { params, body: jsonBody(EditGroupWire) },
    responses: {
      ...replies(ChangedWire),
      ...fresh,
      404: { description: 'No such group' },
      409: { description: '`conflict` with the present group in `err_payload`' },
    },
  }),
  async (c) => {
    const { version, ...fields } = c.req.valid('json');
    return c.json(
      await editGroup(
        c.var.deps.db,
        freshAdministrator(c).userId,
        c.req.valid('param').id,
        fields,
        version,
      ),
      200,
    );
  },
);

adminGroups.openapi(
  createRoute({
    method: 'delete',
    path: '/v2/admin/groups/{id}',
    ...may('group.edit'),
    tags,
    summary: 'Deletes a group of the community’s own',
    request: { params },
    responses: {
      ...replies(DoneWire),
      ...fresh,
      403: { description: 'One that the product needs' },
      404: { description: 'No such group' },
      409: { description: '`notEmpty`: somebody is in it, or a forum is for it' },
    },
  }),
  async (c) => {
    await deleteGroup(c.var.deps.db, freshAdministrator(c).userId, c.req.valid('param').id);
    return c.json({ code: 0, msg: 'ok' }, 200);
  },
);
