import { createRoute, z } from '@hono/zod-openapi';
import {
  EditThemeWire,
  RowIdsWire,
  SavedRowWire,
  ThemeFieldsWire,
} from '#contracts/wire/admin-forum.ts';
import { ChangedPagesWire } from '#contracts/wire/admin-replies.ts';
import { OkReplyWire } from '#contracts/wire/replies.ts';
import { reorderThemes } from '#domain/forum/reorder.ts';
import { createTheme, deleteTheme, editTheme } from '#domain/forum/save-theme.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { requiredId } from '../../http/params.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';
import { adminTags, getAdministrator } from './admin-access.ts';

/* The kinds of thread that a forum offers (R22), each with a template for the editor. */

export const adminThemeRoutes = createRouter();

const idParam = z.object({ id: requiredId });
const conflictResponses = {
  409: { description: '`conflict` with the present state in `err_payload`, or `notEmpty`' },
};

adminThemeRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/forums/{id}/themes',
    ...requireRight('forum.edit'),
    tags: adminTags,
    summary: 'Adds a kind of thread to a forum',
    request: { params: idParam, body: jsonBody(ThemeFieldsWire) },
    responses: jsonResponses(SavedRowWire),
  }),
  async (c) =>
    c.json(
      await createTheme(
        c.var.deps.db,
        getAdministrator(c).userId,
        c.req.valid('param').id,
        c.req.valid('json'),
      ),
      200,
    ),
);

adminThemeRoutes.openapi(
  createRoute({
    method: 'put',
    path: '/v2/admin/forums/{id}/themes/order',
    ...requireRight('forum.edit'),
    tags: adminTags,
    summary: 'Puts a forum’s kinds of thread into an order',
    request: { params: idParam, body: jsonBody(RowIdsWire) },
    responses: { ...jsonResponses(ChangedPagesWire), ...conflictResponses },
  }),
  async (c) =>
    c.json(
      await reorderThemes(
        c.var.deps.db,
        getAdministrator(c).userId,
        c.req.valid('param').id,
        c.req.valid('json').ids,
      ),
      200,
    ),
);

adminThemeRoutes.openapi(
  createRoute({
    method: 'put',
    path: '/v2/admin/themes/{id}',
    ...requireRight('forum.edit'),
    tags: adminTags,
    summary: 'Changes a kind of thread',
    request: { params: idParam, body: jsonBody(EditThemeWire) },
    responses: { ...jsonResponses(SavedRowWire), ...conflictResponses },
  }),
  async (c) => {
    const { version, ...fields } = c.req.valid('json');
    return c.json(
      await editTheme(
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

adminThemeRoutes.openapi(
  createRoute({
    method: 'delete',
    path: '/v2/admin/themes/{id}',
    ...requireRight('forum.edit'),
    tags: adminTags,
    summary: 'Deletes a kind of thread that no thread has',
    request: { params: idParam },
    responses: { ...jsonResponses(OkReplyWire), ...conflictResponses },
  }),
  async (c) => {
    await deleteTheme(c.var.deps.db, getAdministrator(c).userId, c.req.valid('param').id);
    return c.json({ code: 0, msg: 'ok' }, 200);
  },
);
