import { getSessionCookie } from '#auth/cookies.ts';
import { isLoginFresh, requireActor, requireFreshLogin } from '#auth/guards.ts';
import { hashSecret } from '#auth/secret.ts';
import { AppError } from '#contracts/errors.ts';
import { changeGroup } from '#domain/people/change-group.ts';
import { findUserId } from '#domain/people/find-user-id.ts';
import { renameUser } from '#domain/people/rename-user.ts';
import { readSignIns } from '#domain/people/sign-in/read.ts';
import {
  endSessions,
  logPersonalSearch,
  readPersonalData,
  readUserForAdmin,
} from '#domain/people/user-for-admin.ts';
import { getPersonalDataKinds, userTable } from '#domain/people/user-table.ts';
import { MAX_SIGN_INS_OFFSET } from '#platform/limits.ts';
import { answerCalls } from '../../http/answer-calls.ts';
import type { ApiContext } from '../../http/context.ts';
import { toLowerTimeBound, toUpperTimeBound } from '../../http/time-bounds.ts';
import { answerTable } from './answer-table.ts';

/* Users in the admin area (R20), and actions on them (R29). */

/**
 * The kinds of personal data that a search text may match. Searching by mail, phone or address
 * needs a fresh login. The action log, which is permanent, records the kind but not the text.
 * Digits are a phone number only after a fresh login. Throws loginAgain.
 */
async function choosePersonalData(c: ApiContext, text: string | undefined) {
  const actor = requireActor(c);
  const { only, perhaps } = getPersonalDataKinds(text);
  if (only) requireFreshLogin(actor);
  const personal = only ?? (isLoginFresh(actor) ? perhaps : undefined);
  if (personal) await logPersonalSearch(c.var.deps.db, actor.userId, personal);
  return personal;
}

/** The hash of the caller's session, which ending all sessions spares. */
const getOwnSessionHash = (c: ApiContext): string =>
  hashSecret(getSessionCookie(c, c.var.deps.env, 'admin') ?? '');

export const adminUserRoutes = answerCalls({
  ...answerTable('GET /v2/admin/users', {
    table: userTable,
    toFilter: async ({ q, ...filter }, c) => ({
      ...filter,
      q: q?.trim() || undefined,
      personal: await choosePersonalData(c, q),
    }),
  }),

  'GET /v2/admin/users/{id}': (c, { db, actorId, id }) =>
    readUserForAdmin(db, actorId, id, getOwnSessionHash(c)),

  'POST /v2/admin/users/{id}/personal': (_, { db, actorId, id }) =>
    readPersonalData(db, actorId, id),

  'GET /v2/admin/sign-ins': async (c, { db, actorId, query }) => {
    const { user, ip, event, from, to, ...page } = query;
    if (page.offset > MAX_SIGN_INS_OFFSET)
      throw new AppError('malformed', { values: { field: 'offset' } });
    const userId = await findUserId(db, user);
    if (userId === null) return { rows: [], total: 0 };
    const filter = {
      userId,
      ip: ip?.trim() || undefined,
      event,
      from: toLowerTimeBound(c, from),
      to: toUpperTimeBound(c, to),
    };
    return readSignIns(db, actorId, filter, page);
  },

  'PUT /v2/admin/users/{id}/group': (_, { db, actorId, id, body: { group_id, was, reason } }) =>
    changeGroup(db, actorId, { userId: id, groupId: group_id, expectedGroupId: was, reason }),

  'PUT /v2/admin/users/{id}/nickname': (_, { db, actorId, id, body: { nickname, reason } }) =>
    renameUser(db, actorId, { userId: id, nickname, reason }),

  'POST /v2/admin/users/{id}/sessions/end': async (c, { db, actorId, id, body }) => ({
    ended: await endSessions(db, actorId, id, getOwnSessionHash(c), body.id),
  }),
});
