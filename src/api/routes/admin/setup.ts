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
import { requireRight } from '../../http/middleware/require-right.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';
import { adminTags } from './admin-access.ts';
import { addAdminCall } from './admin-call.ts';

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

addAdminCall(adminSetupRoutes, 'GET /v2/admin/setup', {
  right: 'admin.read',
  summary: 'The steps of setting the forum up, and which are left',
  description:
    'A step is `done` when what it is about is there; `skipped` is what somebody left out.',
  reply: SetupWire,
  run: ({ db, c }) => presentSetup(db, c.var.deps.env),
});

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

addAdminCall(adminSetupRoutes, 'POST /v2/admin/setup/provider', {
  right: 'config.edit',
  rate: 'setup',
  summary: 'Asks the identity provider what a login needs, and says what is wrong',
  description:
    'Of the provider that OIDC_ISSUER names; a few seconds at most. Whether the addresses of this site are registered there shows only at a login.',
  reply: ProviderTrialWire,
  errors: { 404: 'OIDC_ISSUER isn’t set' },
  run: ({ c }) => tryProvider(c.var.deps.env),
});

addAdminCall(adminSetupRoutes, 'POST /v2/admin/setup/forums', {
  right: 'forum.edit',
  summary: 'Makes the first sections, forums and kinds of thread from a template',
  body: CreateForumsWire,
  reply: CreatedForumsWire,
  errors: { 409: '`notEmpty`: there are forums already' },
  run: ({ db, actorId, body }) => createForumsFromTemplate(db, actorId, body.template),
});
