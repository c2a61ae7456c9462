import { requireActor } from '#auth/guards.ts';
import { areSecretsEqual, hashSecret } from '#auth/secret.ts';
import { claimForum } from '#domain/setup/claim.ts';
import { answerCalls } from '../../http/answer-calls.ts';

/* How a forum that was started empty gets its first administrator. */

export const setupRoutes = answerCalls({
  'POST /v2/setup/claim': async (c, { body: { secret } }) => {
    const { db, env } = c.var.deps;
    const given = hashSecret(secret);
    await claimForum(db, env, requireActor(c).userId, (hash) => areSecretsEqual(hash, given));
  },
});
