import { createRoute } from '@hono/zod-openapi';
import { OperationWire } from '#contracts/wire/admin-operation.ts';
import { readOperation } from '#domain/operation/read.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { createRouter, jsonResponses } from '../../http/router.ts';
import { adminTags } from './admin-access.ts';

/* What operators ask first, beside how publishing is. */

export const adminOperationRoutes = createRouter();

adminOperationRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/operation',
    ...requireRight('admin.read'),
    tags: adminTags,
    summary: 'Version, size, last backup, and the identity provider’s certificate',
    responses: jsonResponses(OperationWire),
  }),
  async (c) => {
    const { db, version = '', buildFingerprint = '' } = c.var.deps;
    return c.json({ version, build: buildFingerprint, ...(await readOperation(db)) }, 200);
  },
);
