import { getSessionCookie } from '#auth/cookies.ts';
import { isLoginFresh, requireFreshLogin } from '#auth/guards.ts';
import { hashSecret } from '#auth/secret.ts';
import { JOINED_DAYS, USER_STATES } from '#contracts/admin-choices.ts';
import { AppError } from '#contracts/errors.ts';
import { SIGN_INS_KEPT_DAYS } from '#contracts/limits.ts';
import { SIGN_IN_EVENTS } from '#contracts/sign-in-events.ts';
import { tableReply } from '#contracts/wire/admin-replies.ts';
import {
  AdminSignInWire,
  AdminUserRowWire,
  AdminUserWire,
  PersonalDataWire,
} from '#contracts/wire/admin-user.ts';
import { readSignIns } from '#domain/sign-in/read.ts';
import { findUserId } from '#domain/user/find-user-id.ts';
import { logPersonalSearch, readPersonalData } from '#domain/user/personal-data.ts';
import { readUserForAdmin } from '#domain/user/user-for-admin.ts';
import { getPersonalDataKinds, userTable } from '#domain/user/user-table.ts';
import { MAX_SIGN_INS_OFFSET } from '#platform/limits.ts';
import type { ApiContext } from '../../http/context.ts';
import {
  optionalId,
  optionalText,
  optionalTime,
  toLowerTimeBound,
  toUpperTimeBound,
} from '../../http/params.ts';
import { createRouter } from '../../http/router.ts';
import { getAdministrator } from './admin-access.ts';
import { addAdminCall } from './admin-call.ts';
import { optionalChoice, personFilter, tableQuery } from './table-query.ts';
import { addTableRoutes } from './table-routes.ts';

/*
 * People, as administrators look for them and at them (R20). What they do to them is in
 * user-actions.ts.
 */

export const adminUserRoutes = createRouter();

/**
 * As what personal data of somebody a text is looked for, if any. By mail, phone or address only
 * after a fresh login, and the action log says that it was done, by which of them, and not which:
 * it keeps everything for ever. Digits that may be a phone number are somebody's number until then.
 * Throws loginAgain.
 */
async function choosePersonalData(c: ApiContext, text: string | undefined) {
  const actor = getAdministrator(c);
  const { only, perhaps } = getPersonalDataKinds(text);
  if (only) requireFreshLogin(actor);
  const personal = only ?? (isLoginFresh(actor) ? perhaps : undefined);
  if (personal) await logPersonalSearch(c.var.deps.db, actor.userId, personal);
  return personal;
}

/** The hash of the session that asks, which no list of logins ends. */
export const getOwnSessionHash = (c: ApiContext): string =>
  hashSecret(getSessionCookie(c, c.var.deps.env, 'admin') ?? '');

addTableRoutes(adminUserRoutes, {
  path: '/v2/admin/users',
  right: 'admin.read',
  summary: 'People',
  description:
    '`q`: the beginning of a name, a number, an address of mail, a phone number, an IP address. The last three need a login of the last ten minutes (401 `loginAgain`) and are written into the action log. Nothing personal is in the answer.',
  table: userTable,
  row: AdminUserRowWire,
  filters: {
    group: optionalId,
    state: optionalChoice(USER_STATES),
    joined: optionalChoice(JOINED_DAYS),
  },
  toFilter: async ({ q, ...filter }, c) => ({
    ...filter,
    q: q?.trim() || undefined,
    personal: await choosePersonalData(c, q),
  }),
  defaultSort: '-created_at',
  csv: {
    name: 'users',
    columns: [
      'id',
      'nickname',
      'username',
      ['group', (row) => row.group.name],
      'level',
      'posts',
      'warnings',
      'banned',
      'banned_until',
      'login_at',
      'created_at',
    ],
  },
});

const errors = { 404: 'No such person' };

addAdminCall(adminUserRoutes, 'GET /v2/admin/users/{id}', {
  right: 'admin.read',
  summary: 'A person with bans, warnings and logins',
  reply: AdminUserWire,
  errors,
  run: ({ db, actorId, id, c }) => readUserForAdmin(db, actorId, id, getOwnSessionHash(c)),
});

addAdminCall(adminUserRoutes, 'POST /v2/admin/users/{id}/personal', {
  right: 'person.personal',
  summary: 'What is personal of somebody',
  description:
    'Mail, phone, addresses. That the caller looked at it is written into the action log.',
  reply: PersonalDataWire,
  errors,
  run: ({ db, actorId, id }) => readPersonalData(db, actorId, id),
});

const signInsQuery = tableQuery(['created_at'], '-created_at', {
  user: personFilter,
  ip: optionalText(64),
  event: optionalChoice(SIGN_IN_EVENTS),
  from: optionalTime,
  to: optionalTime,
});

addAdminCall(adminUserRoutes, 'GET /v2/admin/sign-ins', {
  right: 'person.personal',
  summary: 'Sign-ins, logouts and refused logins of everybody, the newest first',
  description: `Kept for ${SIGN_INS_KEPT_DAYS} days. \`user\` is a name or a number, \`ip\` all of an address. That the caller looked at it is written into the action log.`,
  query: signInsQuery,
  reply: tableReply(AdminSignInWire),
  async run({ db, actorId, query: { user, ip, event, from, to, ...page }, c }) {
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
});
