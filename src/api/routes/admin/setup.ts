import { createRoute, z } from '@hono/zod-openapi';
import { CALLBACK_PATHS, POST_LOGOUT_PATH } from '#auth/oidc/builtin-config.ts';
import { tryProvider } from '#auth/oidc/try-provider.ts';
import { SETUP_STEPS } from '#contracts/setup-steps.ts';
import {
  CreatedForumsWire,
  CreateForumsWire,
  ProviderTrialWire,
  SetupWire,
  SkipStepWire,
} from '#contracts/wire/setup.ts';
import type { Db } from '#db/client.ts';
import { createForumsFromTemplate } from '#domain/setup/create-forums.ts';
import { readSetup, skipSetupStep } from '#domain/setup/read.ts';
import type { Env } from '#platform/env.ts';
import { limitRate } from '../../http/middleware/limit-rate.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';
import { adminTags, getAdministrator } from './admin-access.ts';

/* The first run of a forum, step by step. What is set by variables is shown, and stays there. */

export const adminSetupRoutes = createRouter();

const presentSetup = async (db: Db, env: Env): Promise<SetupWire> => ({
  ...(await readSetup(db, env)),
  provider: {
    issuer: env.OIDC_ISSUER ?? '',
    client_id: env.OIDC_ISSUER ? (env.OIDC_CLIENT_ID ?? '') : '',
    has_secret: env.OIDC_CLIENT_SECRET !== undefined,
    redirect_urls: Object.values(CALLBACK_PATHS).map((path) => env.SITE_URL + path),
    logout_url: env.SITE_URL + POST_LOGOUT_PATH,
  },
});

adminSetupRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/setup',
    ...requireRight('admin.read'),
    tags: adminTags,
    summary: 'The steps of setting the forum up, and which are left',
    description:
      'A step is `done` when what it is about is there; `skipped` is what somebody left out.',
    responses: jsonResponses(SetupWire),
  }),
  async (c) => c.json(await presentSetup(c.var.deps.db, c.var.deps.env), 200),
);

adminSetupRoutes.openapi(
  createRoute({
    method: 'put',
    path: '/v2/admin/setup/steps/{step}',
    ...requireRight('config.edit'),
    tags: adminTags,
    summary: 'Leaves a step of the setup out, or takes it up again',
    request: {
      params: z.object({ step: z.enum(SETUP_STEPS) }),
      body: jsonBody(SkipStepWire),
    },
    responses: jsonResponses(SetupWire),
  }),
  async (c) => {
    const { db, env } = c.var.deps;
    await skipSetupStep(db, c.req.valid('param').step, c.req.valid('json').skipped);
    return c.json(await presentSetup(db, env), 200);
  },
);

adminSetupRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/setup/provider',
    ...requireRight('config.edit', limitRate('setup')),
    tags: adminTags,
    summary: 'Asks the identity provider what a login needs, and says what is wrong',
    description:
      'Of the provider that OIDC_ISSUER names; a few seconds at most. Whether the addresses of this site are registered there shows only at a login.',
    responses: {
      ...jsonResponses(ProviderTrialWire),
      404: { description: 'OIDC_ISSUER isn’t set' },
    },
  }),
  async (c) => c.json(await tryProvider(c.var.deps.env), 200),
);

adminSetupRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/setup/forums',
    ...requireRight('forum.edit'),
    tags: adminTags,
    summary: 'Makes the first sections, forums and kinds of thread from a template',
    request: { body: jsonBody(CreateForumsWire) },
    responses: {
      ...jsonResponses(CreatedForumsWire),
      409: { description: '`notEmpty`: there are forums already' },
    },
  }),
  async (c) => {
    const { userId } = getAdministrator(c);
    const { template } = c.req.valid('json');
    return c.json(await createForumsFromTemplate(c.var.deps.db, userId, template), 200);
  },
);
