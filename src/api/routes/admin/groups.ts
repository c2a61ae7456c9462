import { createRoute, z } from '@hono/zod-openapi';
import { SavedRowWire } from '#contracts/wire/admin-forum.ts';
import { AdminGroupsWire, EditGroupWire, GroupFieldsWire } from '#contracts/wire/admin-group.ts';
import { OkReplyWire } from '#contracts/wire/replies.ts';
import { readGroups } from '#domain/group/read.ts';
import { createGroup, deleteGroup, editGroup } from '#domain/group/save.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { requiredId } from '../../http/params.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';
import { adminTags, freshLoginResponses, requireFreshAdministrator } from './admin-access.ts';

/* Groups and their rights (R20). */

export const adminGroupRoutes = createRouter();

const idParam = z.object({ id: requiredId });

adminGroupRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/groups',
    ...requireRight('admin.read'),
    tags: adminTags,
    summary: 'Groups with their rights and how many are in them',
    responses: jsonResponses(AdminGroupsWire),
  }),
  async (c) => c.json({ groups: await readGroups(c.var.deps.db) }, 200),
);

adminGroupRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/groups',
    ...requireRight('group.edit'),
    tags: adminTags,
    summary: 'Makes a group',
    request: { body: jsonBody(GroupFieldsWire) },
    responses: { ...jsonResponses(SavedRowWire), ...freshLoginResponses },
  }),
  async (c) =>
    c.json(
      await createGroup(c.var.deps.db, requireFreshAdministrator(c).userId, c.req.valid('json')),
      200,
    ),
);

adminGroupRoutes.openapi(
  createRoute({
    method: 'put',
    path: '/v2/admin/groups/{id}',
    ...requireRight('group.edit'),
    tags: adminTags,
    summary: 'Changes a group’s names and rights',
    description:
      'Groups 10000 and 10001 may everything whatever is sent. `pages` are rendered again because they show the name.',
    request: { params: idParam, body: jsonBody(EditGroupWire) },
    responses: {
      ...jsonResponses(SavedRowWire),
      ...freshLoginResponses,
      404: { description: 'No such group' },
      409: { description: '`conflict` with the present group in `err_payload`' },
    },
  }),
  async (c) => {
    const { version, ...fields } = c.req.valid('json');
    return c.json(
      await editGroup(
        c.var.deps.db,
        requireFreshAdministrator(c).userId,
        c.req.valid('param').id,
        fields,
        version,
      ),
      200,
    );
  },
);

adminGroupRoutes.openapi(
  createRoute({
    method: 'delete',
    path: '/v2/admin/groups/{id}',
    ...requireRight('group.edit'),
    tags: adminTags,
    summary: 'Deletes a group of the community’s own',
    request: { params: idParam },
    responses: {
      ...jsonResponses(OkReplyWire),
      ...freshLoginResponses,
      403: { description: 'One that the product needs' },
      404: { description: 'No such group' },
      409: { description: '`notEmpty`: somebody is in it, or a forum is for it' },
    },
  }),
  async (c) => {
    await deleteGroup(c.var.deps.db, requireFreshAdministrator(c).userId, c.req.valid('param').id);
    return c.json({ code: 0, msg: 'ok' }, 200);
  },
);
