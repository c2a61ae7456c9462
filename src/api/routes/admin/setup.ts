import { CALLBACK_PATHS, POST_LOGOUT_PATH } from '#auth/oidc/builtin-config.ts';
import { tryProvider } from '#auth/oidc/try-provider.ts';
import type { SetupWire } from '#contracts/wire/setup.ts';
import type { Db } from '#db/client.ts';
import { createForumsFromTemplate } from '#domain/operations/setup/create-forums.ts';
import { readSetup, skipSetupStep } from '#domain/operations/setup/read.ts';
import type { Env } from '#platform/env.ts';
import { answerCalls } from '../../http/answer-calls.ts';

/* The setup, step by step. Settings from environment variables are read-only. */

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

export const adminSetupRoutes = answerCalls({
  'GET /v2/admin/setup': (c, { db }) => presentSetup(db, c.var.deps.env),

  'PUT /v2/admin/setup/steps/{step}': async (c, { db, params: { step }, body }) => {
    await skipSetupStep(db, step, body.skipped);
    return presentSetup(db, c.var.deps.env);
  },

  'POST /v2/admin/setup/provider': (c) => tryProvider(c.var.deps.env),

  'POST /v2/admin/setup/forums': (_, { db, actorId, body }) =>
    createForumsFromTemplate(db, actorId, body.template),
});
