import { createRoute, z } from '@hono/zod-openapi';
import {
  EditForumWire,
  EditSectionWire,
  ForumFieldsWire,
  ForumOrderWire,
  ForumTreeWire,
  RowIdsWire,
  SavedRowWire,
  SectionFieldsWire,
} from '#contracts/wire/admin-forum.ts';
import { ChangedPagesWire } from '#contracts/wire/admin-replies.ts';
import { OkReplyWire } from '#contracts/wire/replies.ts';
import { readForumTree } from '#domain/forum/forum-tree.ts';
import { reorderForums } from '#domain/forum/reorder.ts';
import { createForum, deleteForum, editForum, streamThreadRowTags } from '#domain/forum/save.ts';
import { saveModerators } from '#domain/forum/save-moderators.ts';
import { createSection, deleteSection, editSection } from '#domain/forum/save-section.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { requiredId } from '../../http/params.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';
import {
  adminTags,
  freshLoginResponses,
  getAdministrator,
  requireFreshAdministrator,
} from './admin-access.ts';

/* Sections and forums (R22), and who moderates them. */

export const adminForumRoutes = createRouter();

const idParam = z.object({ id: requiredId });
const conflictResponses = {
  409: {
    description: '`conflict` with the present state in `err_payload`, `inUse`, or `notEmpty`',
  },
};

adminForumRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/forums',
    ...requireRight('admin.read'),
    tags: adminTags,
    summary: 'Sections, forums, kinds of thread, moderators; and the groups',
    responses: jsonResponses(ForumTreeWire),
  }),
  async (c) => c.json(await readForumTree(c.var.deps.db), 200),
);

adminForumRoutes.openapi(
  createRoute({
    method: 'put',
    path: '/v2/admin/forums/order',
    ...requireRight('forum.edit'),
    tags: adminTags,
    summary: 'Puts sections and forums into an order',
    description:
      'Names every section and forum exactly once; `conflict` when there are others by now.',
    request: { body: jsonBody(ForumOrderWire) },
    responses: { ...jsonResponses(ChangedPagesWire), ...conflictResponses },
  }),
  async (c) =>
    c.json(
      await reorderForums(c.var.deps.db, getAdministrator(c).userId, c.req.valid('json').sections),
      200,
    ),
);

adminForumRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/sections',
    ...requireRight('forum.edit'),
    tags: adminTags,
    summary: 'Makes a section',
    request: { body: jsonBody(SectionFieldsWire) },
    responses: jsonResponses(SavedRowWire),
  }),
  async (c) =>
    c.json(
      await createSection(c.var.deps.db, getAdministrator(c).userId, c.req.valid('json')),
      200,
    ),
);

adminForumRoutes.openapi(
  createRoute({
    method: 'put',
    path: '/v2/admin/sections/{id}',
    ...requireRight('forum.edit'),
    tags: adminTags,
    summary: 'Renames a section',
    request: { params: idParam, body: jsonBody(EditSectionWire) },
    responses: { ...jsonResponses(SavedRowWire), ...conflictResponses },
  }),
  async (c) => {
    const { version, ...fields } = c.req.valid('json');
    return c.json(
      await editSection(
        c.var.deps.db,
        getAdministrator(c).userId,
        c.req.valid('param').id,
        fields,
        version,
      ),
      200,
    );
  },
);

adminForumRoutes.openapi(
  createRoute({
    method: 'delete',
    path: '/v2/admin/sections/{id}',
    ...requireRight('forum.edit'),
    tags: adminTags,
    summary: 'Deletes a section without forums',
    request: { params: idParam },
    responses: { ...jsonResponses(OkReplyWire), ...conflictResponses },
  }),
  async (c) => {
    await deleteSection(c.var.deps.db, getAdministrator(c).userId, c.req.valid('param').id);
    return c.json({ code: 0, msg: 'ok' }, 200);
  },
);

adminForumRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/forums',
    ...requireRight('forum.edit'),
    tags: adminTags,
    summary: 'Makes a forum',
    request: { body: jsonBody(ForumFieldsWire) },
    responses: { ...jsonResponses(SavedRowWire), ...conflictResponses },
  }),
  async (c) =>
    c.json(await createForum(c.var.deps.db, getAdministrator(c).userId, c.req.valid('json')), 200),
);

adminForumRoutes.openapi(
  createRoute({
    method: 'put',
    path: '/v2/admin/forums/{id}',
    ...requireRight('forum.edit'),
    tags: adminTags,
    summary: 'Changes a forum',
    description:
      'A forum that isn’t for everybody any more is gone from the published pages when the call returns.',
    request: { params: idParam, body: jsonBody(EditForumWire) },
    responses: { ...jsonResponses(SavedRowWire), ...conflictResponses },
  }),
  async (c) => {
    const { db, takeDown } = c.var.deps;
    const { version, ...fields } = c.req.valid('json');
    const { removedTags, ...changed } = await editForum(
      db,
      getAdministrator(c).userId,
      c.req.valid('param').id,
      fields,
      version,
    );
    if (removedTags.length > 0) {
      await takeDown(removedTags);
      for await (const rows of streamThreadRowTags(db, changed.id)) await takeDown(rows);
    }
    return c.json(changed, 200);
  },
);

adminForumRoutes.openapi(
  createRoute({
    method: 'delete',
    path: '/v2/admin/forums/{id}',
    ...requireRight('forum.edit'),
    tags: adminTags,
    summary: 'Deletes a forum in which nothing was ever written',
    request: { params: idParam },
    responses: { ...jsonResponses(OkReplyWire), ...conflictResponses },
  }),
  async (c) => {
    const { removedTags } = await deleteForum(
      c.var.deps.db,
      getAdministrator(c).userId,
      c.req.valid('param').id,
    );
    await c.var.deps.takeDown(removedTags);
    return c.json({ code: 0, msg: 'ok' }, 200);
  },
);

adminForumRoutes.openapi(
  createRoute({
    method: 'put',
    path: '/v2/admin/forums/{id}/moderators',
    ...requireRight('moderator.appoint'),
    tags: adminTags,
    summary: 'Appoints a forum’s moderators',
    description: 'Exactly these people, in this order.',
    request: { params: idParam, body: jsonBody(RowIdsWire) },
    responses: { ...jsonResponses(ChangedPagesWire), ...freshLoginResponses },
  }),
  async (c) => {
    return c.json(
      await saveModerators(
        c.var.deps.db,
        requireFreshAdministrator(c).userId,
        c.req.valid('param').id,
        c.req.valid('json').ids,
      ),
      200,
    );
  },
);
