import { areSecretsEqual, hashSecret } from '#auth/secret.ts';
import { claimForum } from '#domain/operations/setup/claim.ts';
import { answerCalls } from '../../http/answer-calls.ts';

/* The first administrator of an empty forum. */

export const setupRoutes = answerCalls({
  'POST /v2/setup/claim': (c, { db, actorId, body: { secret } }) => {
    const given = hashSecret(secret);
    return claimForum(db, c.var.deps.env, actorId, (hash) => areSecretsEqual(hash, given));
  },
});
