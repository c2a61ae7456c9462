import { createRoute, z } from '@hono/zod-openapi';
import { CONFIG_NAMES, getConfigEntry } from '#contracts/config-entries.ts';
import { AdminConfigWire, SaveConfigWire, SavedConfigWire } from '#contracts/wire/admin-config.ts';
import { readConfigEntries, saveConfig } from '#domain/config/save.ts';
import { MAX_CONFIG_BYTES } from '#platform/limits.ts';
import { getSite } from '../../http/caller.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';
import {
  adminTags,
  freshLoginResponses,
  getAdministrator,
  requireFreshAdministrator,
} from './admin-access.ts';
import { addAdminCall } from './admin-call.ts';

/* The public configuration (R34), as administrators edit it. */

export const adminConfigRoutes = createRouter();

addAdminCall(adminConfigRoutes, 'GET /v2/admin/config', {
  right: 'admin.read',
  summary: 'All configuration entries, with who changed them last',
  reply: z.array(AdminConfigWire),
  run: ({ db }) => readConfigEntries(db),
});

adminConfigRoutes.openapi(
  createRoute({
    method: 'put',
    path: '/v2/admin/config/{field}',
    ...requireRight('config.edit'),
    tags: adminTags,
    summary: 'Saves a configuration entry',
    description:
      '`version` is the one that was edited; 409 `conflict` with the present entry in `err_payload` when somebody else has saved meanwhile. `iframe_allow` needs a login within the last ten minutes: 401 `loginAgain`.',
    request: {
      params: z.object({ field: z.enum(CONFIG_NAMES) }),
      body: jsonBody(SaveConfigWire, MAX_CONFIG_BYTES),
    },
    responses: {
      ...jsonResponses(SavedConfigWire),
      ...freshLoginResponses,
      409: { description: 'Somebody else was quicker' },
    },
  }),
  async (c) => {
    const { value, version } = c.req.valid('json');
    const { field } = c.req.valid('param');
    const { userId } = getConfigEntry(field).needsFreshLogin
      ? requireFreshAdministrator(c)
      : getAdministrator(c);
    return c.json(
      await saveConfig(c.var.deps.db, userId, field, value, version, getSite(c).host),
      200,
    );
  },
);
