import { createRoute, z } from '@hono/zod-openapi';
import { AppError } from '#contracts/errors.ts';
import {
  AccountDeletionWire,
  AdminOwnDataWire,
  OrderDeletionWire,
  OrderReasonWire,
} from '#contracts/wire/own-data.ts';
import { OkReplyWire } from '#contracts/wire/replies.ts';
import type { Db } from '#db/client.ts';
import { fetchExport } from '#domain/own-data/fetch-export.ts';
import { orderExport } from '#domain/own-data/order-export.ts';
import { readOwnDataState } from '#domain/own-data/read-state.ts';
import { revokeDeletion, scheduleDeletion } from '#domain/own-data/schedule-deletion.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { requiredId } from '../../http/params.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';
import { requireOwnPage, sendArchive, zipResponses } from '../../http/send-archive.ts';
import { adminTags, freshLoginResponses, requireFreshAdministrator } from './admin-access.ts';

/* What administrators do for a person who can't do it, or doesn't want to themselves. */

export const adminOwnDataRoutes = createRouter();

const idParam = z.object({ id: requiredId });
async function requireState(db: Db, userId: number): Promise<AdminOwnDataWire> {
  const state = await readOwnDataState(db, userId);
  if (!state) throw new AppError('notFound');
  return state;
}
const notFoundResponses = { 404: { description: 'No such person' } };

adminOwnDataRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/users/{id}/own-data',
    ...requireRight('admin.read'),
    tags: adminTags,
    summary: 'Whether an account is to be deleted, and the latest archive of its data',
    request: { params: idParam },
    responses: { ...jsonResponses(AdminOwnDataWire), ...notFoundResponses },
  }),
  async (c) => c.json(await requireState(c.var.deps.db, c.req.valid('param').id), 200),
);

adminOwnDataRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/users/{id}/deletion',
    ...requireRight('person.delete'),
    tags: adminTags,
    summary: 'Orders the deletion of a person’s account',
    description:
      'As /api/v2/user/deletion, and the person is told why. Errors: `lastAdministrator`, `leaving`.',
    request: { params: idParam, body: jsonBody(OrderDeletionWire) },
    responses: {
      ...jsonResponses(AccountDeletionWire),
      ...freshLoginResponses,
      ...notFoundResponses,
    },
  }),
  async (c) => {
    const { posts, reason } = c.req.valid('json');
    const { userId: actorId } = requireFreshAdministrator(c);
    const { id } = c.req.valid('param');
    return c.json(await scheduleDeletion(c.var.deps.db, id, posts, { actorId, reason }), 200);
  },
);

adminOwnDataRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/users/{id}/deletion/revoke',
    ...requireRight('person.delete'),
    tags: adminTags,
    summary: 'Revokes the order to delete a person’s account, also their own',
    description: 'Errors: `leaving` (it has begun).',
    request: { params: idParam, body: jsonBody(OrderReasonWire) },
    responses: { ...jsonResponses(OkReplyWire), ...freshLoginResponses, ...notFoundResponses },
  }),
  async (c) => {
    const { userId: actorId } = requireFreshAdministrator(c);
    await revokeDeletion(c.var.deps.db, c.req.valid('param').id, {
      actorId,
      reason: c.req.valid('json').reason,
    });
    return c.json({ code: 0, msg: 'ok' }, 200);
  },
);

adminOwnDataRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/users/{id}/export',
    ...requireRight('person.export'),
    tags: adminTags,
    summary: 'Orders an archive of everything that the forum has of a person',
    description: 'Either the person or an administrator fetches it. Errors: `exported`.',
    request: { params: idParam, body: jsonBody(OrderReasonWire) },
    responses: { ...jsonResponses(AdminOwnDataWire), ...freshLoginResponses, ...notFoundResponses },
  }),
  async (c) => {
    const { userId: actorId } = requireFreshAdministrator(c);
    const { db } = c.var.deps;
    const { id } = c.req.valid('param');
    await orderExport(db, id, { actorId, reason: c.req.valid('json').reason });
    return c.json(await requireState(db, id), 200);
  },
);

adminOwnDataRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/users/{id}/export/file',
    ...requireRight('person.export', requireOwnPage),
    tags: adminTags,
    summary: 'The archive that an administrator ordered, which can be fetched once',
    request: { params: idParam },
    responses: { ...zipResponses, ...freshLoginResponses, ...notFoundResponses },
  }),
  async (c) => {
    const { userId: actorId } = requireFreshAdministrator(c);
    const { db, env } = c.var.deps;
    return sendArchive(c, await fetchExport(db, env.DATA_DIR, c.req.valid('param').id, actorId));
  },
);
