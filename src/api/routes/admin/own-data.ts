import { createRoute, z } from '@hono/zod-openapi';
import { AppError } from '#contracts/errors.ts';
import {
  AccountDeletionWire,
  AdminOwnDataWire,
  OrderDeletionWire,
  OrderReasonWire,
} from '#contracts/wire/own-data.ts';
import type { Db } from '#db/client.ts';
import { fetchExport } from '#domain/own-data/fetch-export.ts';
import { orderExport } from '#domain/own-data/order-export.ts';
import { readOwnDataState } from '#domain/own-data/read-state.ts';
import { revokeDeletion, scheduleDeletion } from '#domain/own-data/schedule-deletion.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { requiredId } from '../../http/params.ts';
import { createRouter } from '../../http/router.ts';
import { requireOwnPage, sendArchive, zipResponses } from '../../http/send-archive.ts';
import { adminTags, freshLoginResponses, requireFreshAdministrator } from './admin-access.ts';
import { addAdminCall } from './admin-call.ts';

/* What administrators do for a person who can't do it, or doesn't want to themselves. */

export const adminOwnDataRoutes = createRouter();

async function requireState(db: Db, userId: number): Promise<AdminOwnDataWire> {
  const state = await readOwnDataState(db, userId);
  if (!state) throw new AppError('notFound');
  return state;
}
const errors = { 404: 'No such person' };

addAdminCall(adminOwnDataRoutes, 'GET /v2/admin/users/{id}/own-data', {
  right: 'admin.read',
  summary: 'Whether an account is to be deleted, and the latest archive of its data',
  reply: AdminOwnDataWire,
  errors,
  run: ({ db, id }) => requireState(db, id),
});

addAdminCall(adminOwnDataRoutes, 'POST /v2/admin/users/{id}/deletion', {
  right: 'person.delete',
  summary: 'Orders the deletion of a person’s account',
  description:
    'As /api/v2/user/deletion, and the person is told why. Errors: `lastAdministrator`, `leaving`.',
  body: OrderDeletionWire,
  reply: AccountDeletionWire,
  errors,
  run: ({ db, actorId, id, body: { posts, reason } }) =>
    scheduleDeletion(db, id, posts, { actorId, reason }),
});

addAdminCall(adminOwnDataRoutes, 'POST /v2/admin/users/{id}/deletion/revoke', {
  right: 'person.delete',
  summary: 'Revokes the order to delete a person’s account, also their own',
  description: 'Errors: `leaving` (it has begun).',
  body: OrderReasonWire,
  errors,
  run: ({ db, actorId, id, body: { reason } }) => revokeDeletion(db, id, { actorId, reason }),
});

addAdminCall(adminOwnDataRoutes, 'POST /v2/admin/users/{id}/export', {
  right: 'person.export',
  summary: 'Orders an archive of everything that the forum has of a person',
  description: 'Either the person or an administrator fetches it. Errors: `exported`.',
  body: OrderReasonWire,
  reply: AdminOwnDataWire,
  errors,
  async run({ db, actorId, id, body: { reason } }) {
    await orderExport(db, id, { actorId, reason });
    return requireState(db, id);
  },
});

adminOwnDataRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/users/{id}/export/file',
    ...requireRight('person.export', requireOwnPage),
    tags: adminTags,
    summary: 'The archive that an administrator ordered, which can be fetched once',
    request: { params: z.object({ id: requiredId }) },
    responses: { ...zipResponses, ...freshLoginResponses, 404: { description: errors[404] } },
  }),
  async (c) => {
    const { userId: actorId } = requireFreshAdministrator(c);
    const { db, env } = c.var.deps;
    return sendArchive(c, await fetchExport(db, env.DATA_DIR, c.req.valid('param').id, actorId));
  },
);
