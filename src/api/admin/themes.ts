import { createRoute, z } from '@hono/zod-openapi';
import {
  ChangedWire,
  EditThemeWire,
  IdsWire,
  ThemeFieldsWire,
} from '#contracts/wire/admin-forum.ts';
import { int } from '#contracts/wire/scalars.ts';
import { DoneWire } from '#contracts/wire/site.ts';
import { arrangeThemes } from '#domain/forum/arrange.ts';
import { createTheme, deleteTheme, editTheme } from '#domain/forum/theme-save.ts';
import { may } from '../middleware/may.ts';
import { requiredId } from '../params.ts';
import { jsonBody, replies, router } from '../router.ts';
import { administrator, tags } from './area.ts';

/* The kinds of thread that a forum offers (R22), each with a template for the editor. */

export const adminThemes = router();

const params = z.object({ id: requiredId });
const conflict = {
  409: { description: '`conflict` with the present state in `err_payload`, or `notEmpty`' },
};

adminThemes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/forums/{id}/themes',
    ...may('forum.edit'),
    tags,
    summary: 'Adds a kind of thread to a forum',
    request: { params, body: jsonBody(ThemeFieldsWire) },
    responses: replies(ChangedWire),
  }),
  async (c) =>
    c.json(
      await createTheme(
        c.var.deps.db,
        administrator(c).userId,
        c.req.valid('param').id,
        c.req.valid('json'),
      ),
      200,
    ),
);

adminThemes.openapi(
  createRoute({
    method: 'put',
    path: '/v2/admin/forums/{id}/themes/order',
    ...may('forum.edit'),
    tags,
    summary: 'Puts a forum’s kinds of thread into an order',
    request: { params, body: jsonBody(IdsWire) },
    responses: { ...replies(z.object({ pages: int })), ...conflict },
  }),
  async (c) =>
    c.json(
      await arrangeThemes(
        c.var.deps.db,
        administrator(c).userId,
        c.req.valid('param').id,
        c.req.valid('json').ids,
      ),
      200,
    ),
);

adminThemes.openapi(
  createRoute({
    method: 'put',
    path: '/v2/admin/themes/{id}',
    ...may('forum.edit'),
    tags,
    summary: 'Changes a kind of thread',
    request: { params, body: jsonBody(EditThemeWire) },
    responses: { ...replies(ChangedWire), ...conflict },
  }),
  async (c) => {
    const { version, ...fields } = c.req.valid('json');
    return c.json(
      await editTheme(
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

adminThemes.openapi(
  createRoute({
    method: 'delete',
    path: '/v2/admin/themes/{id}',
    ...may('forum.edit'),
    tags,
    summary: 'Deletes a kind of thread that no thread has',
    request: { params },
    responses: { ...replies(DoneWire), ...conflict },
  }),
  async (c) => {
    await deleteTheme(c.var.deps.db, administrator(c).userId, c.req.valid('param').id);
    return c.json({ code: 0, msg: 'ok' }, 200);
  },
);
