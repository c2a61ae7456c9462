import { createRoute } from '@hono/zod-openapi';
import { requireActor } from '#auth/guards.ts';
import { areSecretsEqual, hashSecret } from '#auth/secret.ts';
import { OkReplyWire } from '#contracts/wire/replies.ts';
import { ClaimForumWire } from '#contracts/wire/setup.ts';
import { claimForum } from '#domain/setup/claim.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';

/* How a forum that was started empty gets its first administrator. */

export const setupRoutes = createRouter();

setupRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/setup/claim',
    ...requireRight('forum.claim'),
    tags: ['login'],
    summary: 'Makes the caller the first administrator of a forum that has none',
    description:
      'By the secret of the address that the server printed when it started with `--empty`. It works once, and not where there is an administrator.',
    request: { body: jsonBody(ClaimForumWire) },
    responses: {
      ...jsonResponses(OkReplyWire),
      403: { description: 'A wrong or used secret, or there is an administrator' },
    },
  }),
  async (c) => {
    const { db, env } = c.var.deps;
    const given = hashSecret(c.req.valid('json').secret);
    await claimForum(db, env, requireActor(c).userId, (hash) => areSecretsEqual(hash, given));
    return c.json({ code: 0, msg: 'ok' }, 200);
  },
);
