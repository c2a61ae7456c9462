import { createRoute, z } from '@hono/zod-openapi';
import { CONFIG_BYTES } from '#contracts/limits.ts';
import { AdminConfigWire, SaveConfigWire, SavedConfigWire } from '#contracts/wire/admin-config.ts';
import { CONFIG_FIELDS } from '#domain/config/read.ts';
import { readConfigEntries, saveConfig } from '#domain/config/save.ts';
import { may } from '../middleware/may.ts';
import { jsonBody, replies, router } from '../router.ts';
import { siteOf } from '../speaking.ts';
import { administrator, fresh, freshAdministrator, tags } from './area.ts';

/* The public configuration (R34), as administrators edit it. */

/** What they say decides what runs in readers' browsers (R13). */
const FRESH_FIELDS: ReadonlySet<string> = new Set(['iframe_allow']);

export const adminConfig = router();

adminConfig.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/config',
    ...may('admin.read'),
    tags,
    summary: 'All configuration entries, with who changed them last',
    responses: replies(z.array(AdminConfigWire)),
  }),
  async (c) => c.json(await readConfigEntries(c.var.deps.db), 200),
);

adminConfig.openapi(
  createRoute({
    method: 'put',
    path: '/v2/admin/config/{field}',
    ...may('config.edit'),
    tags,
    summary: 'Saves a configuration entry',
    description:
      '`version` is the one that was edited; 409 `conflict` with the present entry in `err_payload` when somebody else has saved meanwhile. `iframe_allow` needs a login within the last ten minutes: 401 `loginAgain`.',
    request: {
      params: z.object({ field: z.enum(CONFIG_FIELDS) }),
      body: jsonBody(SaveConfigWire, CONFIG_BYTES),
    },
    responses: {
      ...replies(SavedConfigWire),
      ...fresh,
      409: { description: 'Somebody else was quicker' },
    },
  }),
  async (c) => {
    const { value, version } = c.req.valid('json');
    const { field } = c.req.valid('param');
    const { userId } = FRESH_FIELDS.has(field) ? freshAdministrator(c) : administrator(c);
    return c.json(
      await saveConfig(c.var.deps.db, userId, field, value, version, siteOf(c).host),
      200,
    );
  },
);
