import { createRoute, z } from '@hono/zod-openapi';
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
import {
  exportUsers,
  getPersonalDataKinds,
  readUsers,
  USER_ORDERS,
  type UserFilter,
} from '#domain/user/user-table.ts';
import { MAX_SIGN_INS_OFFSET } from '#platform/limits.ts';
import type { ApiContext } from '../../http/context.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import {
  optionalId,
  optionalText,
  optionalTime,
  requiredId,
  toLowerTimeBound,
  toUpperTimeBound,
} from '../../http/params.ts';
import { createRouter, jsonResponses } from '../../http/router.ts';
import { adminTags, freshLoginResponses, getAdministrator } from './admin-access.ts';
import { csvResponses, sendCsv } from './csv.ts';
import {
  optionalChoice,
  optionalFilter,
  personFilter,
  tableQuery,
  toOrderBySql,
} from './table-query.ts';

/*
 * People, as administrators look for them and at them (R20). What they do to them is in
 * user-actions.ts.
 */

export const adminUserRoutes = createRouter();

const usersQuery = tableQuery(['created_at', 'login_at'], '-created_at', {
  group: optionalId,
  state: optionalFilter(z.enum(USER_STATES)),
  joined: optionalFilter(z.enum(JOINED_DAYS)),
});

/**
 * What people are looked for by. By mail, phone or address only after a fresh login, and the action
 * log says that it was done, by which of them, and not which: it keeps everything for ever. Digits
 * that may be a phone number are somebody's number until then. Throws loginAgain.
 */
async function toUserFilter(
  c: ApiContext,
  { q, group, state, joined }: z.output<typeof usersQuery>,
): Promise<UserFilter> {
  const actor = getAdministrator(c);
  const { only, perhaps } = getPersonalDataKinds(q);
  if (only) requireFreshLogin(actor);
  const personal = only ?? (isLoginFresh(actor) ? perhaps : undefined);
  if (personal) await logPersonalSearch(c.var.deps.db, actor.userId, personal);
  return {
    text: q?.trim() || undefined,
    personal,
    groupId: group,
    state,
    joinedWithinDays: joined === undefined ? undefined : Number(joined),
  };
}
const toUserOrderSql = (sort: string) =>
  toOrderBySql(sort, USER_ORDERS, `u.id${sort.startsWith('-') ? ' desc' : ''}`);

/** The hash of the session that asks, which no list of logins ends. */
export const getOwnSessionHash = (c: ApiContext): string =>
  hashSecret(getSessionCookie(c, c.var.deps.env, 'admin') ?? '');

adminUserRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/users',
    ...requireRight('admin.read'),
    tags: adminTags,
    summary: 'People',
    description:
      '`q`: the beginning of a name, a number, an address of mail, a phone number, an IP address. The last three need a login of the last ten minutes (401 `loginAgain`) and are written into the action log. Nothing personal is in the answer.',
    request: { query: usersQuery },
    responses: jsonResponses(tableReply(AdminUserRowWire)),
  }),
  async (c) => {
    const query = c.req.valid('query');
    return c.json(
      await readUsers(
        c.var.deps.db,
        await toUserFilter(c, query),
        toUserOrderSql(query.sort),
        query.offset,
        query.limit,
      ),
      200,
    );
  },
);

adminUserRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/users.csv',
    ...requireRight('admin.read'),
    tags: adminTags,
    summary: 'The same as a file, all of it',
    request: { query: usersQuery },
    responses: csvResponses,
  }),
  async (c) => {
    const query = c.req.valid('query');
    return sendCsv(
      c,
      'users',
      {
        id: (row) => row.id,
        nickname: (row) => row.nickname,
        username: (row) => row.username,
        group: (row) => row.group.name,
        level: (row) => row.level,
        posts: (row) => row.posts,
        warnings: (row) => row.warnings,
        banned: (row) => Number(row.banned),
        banned_until: (row) => row.banned_until,
        login_at: (row) => row.login_at,
        created_at: (row) => row.created_at,
      },
      exportUsers(c.var.deps.db, await toUserFilter(c, query), toUserOrderSql(query.sort)),
    );
  },
);

const idParam = z.object({ id: requiredId });
const notFoundResponses = { 404: { description: 'No such person' } };

adminUserRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/users/{id}',
    ...requireRight('admin.read'),
    tags: adminTags,
    summary: 'A person with bans, warnings and logins',
    request: { params: idParam },
    responses: { ...jsonResponses(AdminUserWire), ...notFoundResponses },
  }),
  async (c) =>
    c.json(
      await readUserForAdmin(
        c.var.deps.db,
        getAdministrator(c).userId,
        c.req.valid('param').id,
        getOwnSessionHash(c),
      ),
      200,
    ),
);

adminUserRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/users/{id}/personal',
    ...requireRight('person.personal'),
    tags: adminTags,
    summary: 'What is personal of somebody',
    description:
      'Mail, phone, addresses. That the caller looked at it is written into the action log.',
    request: { params: idParam },
    responses: { ...jsonResponses(PersonalDataWire), ...freshLoginResponses, ...notFoundResponses },
  }),
  async (c) =>
    c.json(
      await readPersonalData(c.var.deps.db, getAdministrator(c).userId, c.req.valid('param').id),
      200,
    ),
);

const signInsQuery = tableQuery(['created_at'], '-created_at', {
  user: personFilter,
  ip: optionalText(64),
  event: optionalChoice(SIGN_IN_EVENTS),
  from: optionalTime,
  to: optionalTime,
});

adminUserRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/sign-ins',
    ...requireRight('person.personal'),
    tags: adminTags,
    summary: 'Sign-ins, logouts and refused logins of everybody, the newest first',
    description: `Kept for ${SIGN_INS_KEPT_DAYS} days. \`user\` is a name or a number, \`ip\` all of an address. That the caller looked at it is written into the action log.`,
    request: { query: signInsQuery },
    responses: { ...jsonResponses(tableReply(AdminSignInWire)), ...freshLoginResponses },
  }),
  async (c) => {
    const { user, ip, event, from, to, offset, limit } = c.req.valid('query');
    if (offset > MAX_SIGN_INS_OFFSET)
      throw new AppError('malformed', { values: { field: 'offset' } });
    const { db } = c.var.deps;
    const userId = await findUserId(db, user);
    if (userId === null) return c.json({ rows: [], total: 0 }, 200);
    return c.json(
      await readSignIns(
        db,
        getAdministrator(c).userId,
        {
          userId,
          ip: ip?.trim() || undefined,
          event,
          from: toLowerTimeBound(c, from),
          to: toUpperTimeBound(c, to),
        },
        offset,
        limit,
      ),
      200,
    );
  },
);
