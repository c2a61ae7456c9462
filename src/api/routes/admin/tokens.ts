import { generateToken } from '#auth/access-token.ts';
import { requireActor } from '#auth/guards.ts';
import {
  createTokenForUser,
  revokeAnyToken,
  tokenTable,
} from '#domain/people/token/admin-tokens.ts';
import { translator } from '#i18n/translator.ts';
import { answerCalls } from '../../http/answer-calls.ts';
import { answerTable } from './answer-table.ts';

/* All users' personal access tokens (R43). */

export const adminTokenRoutes = answerCalls({
  ...answerTable('GET /v2/admin/tokens', { table: tokenTable }),

  'POST /v2/admin/tokens': async (c, { db, actorId, body: { user_id, ...wanted } }) => {
    const { token, ...stored } = generateToken();
    const issuer = requireActor(c).nickname;
    const id = await createTokenForUser(
      db,
      actorId,
      { ...wanted, userId: user_id, ...stored },
      (lang) => translator(lang)('messages.tokenMade', { name: wanted.name, issuer }),
    );
    return { id, token };
  },

  'POST /v2/admin/tokens/{id}/revoke': (_, { db, actorId, id }) => revokeAnyToken(db, actorId, id),
});
