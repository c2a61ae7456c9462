import { createRoute, z } from '@hono/zod-openapi';
import {
  ArrangementWire,
  ChangedWire,
  CommunityWire,
  EditForumWire,
  EditSectionWire,
  ForumFieldsWire,
  IdsWire,
  SectionFieldsWire,
} from '#contracts/wire/admin-forum.ts';
import { int } from '#contracts/wire/scalars.ts';
import { DoneWire } from '#contracts/wire/site.ts';
import { readArrangement } from '#domain/forum/admin-read.ts';
import { arrange } from '#domain/forum/arrange.ts';
import { createForum, deleteForum, editForum, rowTags } from '#domain/forum/forum-save.ts';
import { setModerators } from '#domain/forum/moderators-save.ts';
import { createSection, deleteSection, editSection } from '#domain/forum/section-save.ts';
import { may } from '../middleware/may.ts';
import { requiredId } from '../params.ts';
import { jsonBody, replies, router } from '../router.ts';
import { administrator, fresh, freshAdministrator, tags } from './area.ts';

/* Sections and forums (R22), and who moderates them. */

export const adminForums = router();

const params = z.object({ id: requiredId });
const Pages = z.object({ pages: int });
const conflict = {
  409: {
    description: '`conflict` with the present state in `err_payload`, `inUse`, or `notEmpty`',
  },
};

adminForums.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/forums',
    ...may('admin.read'),
    tags,
    summary: 'Sections, forums, kinds of thread, moderators; and the groups',
    responses: replies(CommunityWire),
  }),
  async (c) => c.json(await readArrangement(c.var.deps.db), 200),
);

adminForums.openapi(
  createRoute({
    method: 'put',
    path: '/v2/admin/forums/order',
    ...may('forum.edit'),
    tags,
    summary: 'Puts sections and forums into an order',
    description:
      'Names every section and forum exactly once; `conflict` when there are others by now.',
    request: { body: jsonBody(ArrangementWire) },
    responses: { ...replies(Pages), ...conflict },
  }),
  async (c) =>
    c.json(
      await arrange(c.var.deps.db, administrator(c).userId, c.req.valid('json').sections),
      200,
    ),
);

adminForums.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/sections',
    ...may('forum.edit'),
    tags,
    summary: 'Makes a section',
    request: { body: jsonBody(SectionFieldsWire) },
    responses: replies(ChangedWire),
  }),
  async (c) =>
    c.json(await createSection(c.var.deps.db, administrator(c).userId, c.req.valid('json')), 200),
);

adminForums.openapi(
  createRoute({
    method: 'put',
    path: '/v2/admin/sections/{id}',
    ...may('forum.edit'),
    tags,
    summary: 'Renames a section',
    request: { params, body: jsonBody(EditSectionWire) },
    responses: { ...replies(ChangedWire), ...conflict },
  }),
  async (c) => {
    const { version, ...fields } = c.req.valid('json');
    return c.json(
      await editSection(
        c.var.deps.db,
        administrator(c).userId,
        c.req.valid('param').id,
        fields,
        version,
      ),
      200,
    );
  },
);

adminForums.openapi(
  createRoute({
    method: 'delete',
    path: '/v2/admin/sections/{id}',
    ...may('forum.edit'),
    tags,
    summary: 'Deletes a section without forums',
    request: { params },
    responses: { ...replies(DoneWire), ...conflict },
  }),
  async (c) => {
    await deleteSection(c.var.deps.db, administrator(c).userId, c.req.valid('param').id);
    return c.json({ code: 0, msg: 'ok' }, 200);
  },
);

adminForums.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/forums',
    ...may('forum.edit'),
    tags,
    summary: 'Makes a forum',
    request: { body: jsonBody(ForumFieldsWire) },
    responses: { ...replies(ChangedWire), ...conflict },
  }),
  async (c) =>
    c.json(await createForum(c.var.deps.db, administrator(c).userId, c.req.valid('json')), 200),
);

adminForums.openapi(
  createRoute({
    method: 'put',
    path: '/v2/admin/forums/{id}',
    ...may('forum.edit'),
    tags,
    summary: 'Changes a forum',
    description:
      'A forum that isn’t for everybody any more is gone from the published pages when the call returns.',
    request: { params, body: jsonBody(EditForumWire) },
    responses: { ...replies(ChangedWire), ...conflict },
  }),
  async (c) => {
    const { db, takeDown: takePagesDown } = c.var.deps;
    const { version, ...fields } = c.req.valid('json');
    const { takeDown, ...changed } = await editForum(
      db,
      administrator(c).userId,
      c.req.valid('param').id,
      fields,
      version,
    );
    if (takeDown.length > 0) {
      await takePagesDown(takeDown);
      for await (const rows of rowTags(db, changed.id)) await takePagesDown(rows);
    }
    return c.json(changed, 200);
  },
);

adminForums.openapi(
  createRoute({
    method: 'delete',
    path: '/v2/admin/forums/{id}',
    ...may('forum.edit'),
    tags,
    summary: 'Deletes a forum in which nothing was ever written',
    request: { params },
    responses: { ...replies(DoneWire), ...conflict },
  }),
  async (c) => {
    const { takeDown } = await deleteForum(
      c.var.deps.db,
      administrator(c).userId,
      c.req.valid('param').id,
    );
    await c.var.deps.takeDown(takeDown);
    return c.json({ code: 0, msg: 'ok' }, 200);
  },
);

adminForums.openapi(
  createRoute({
    method: 'put',
    path: '/v2/admin/forums/{id}/moderators',
    ...may('moderator.appoint'),
    tags,
    summary: 'Appoints a forum’s moderators',
    description: 'Exactly these people, in this order.',
    request: { params, body: jsonBody(IdsWire) },
    responses: { ...replies(Pages), ...fresh },
  }),
  async (c) => {
    return c.json(
      await setModerators(
        c.var.deps.db,
        freshAdministrator(c).userId,
        c.req.valid('param').id,
        c.req.valid('json').ids,
      ),
      200,
    );
  },
);
