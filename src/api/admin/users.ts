import { createRoute, z } from '@hono/zod-openapi';
import { sessionCookie } from '#auth/cookies.ts';
import { isFresh, requireFreshLogin } from '#auth/guards.ts';
import { hashSecret } from '#auth/secret.ts';
import { AppError } from '#contracts/errors.ts';
import { SIGN_INS_KEPT_DAYS, SIGN_INS_SKIPPED_MAX } from '#contracts/limits.ts';
import { SIGN_IN_EVENTS } from '#contracts/sign-in.ts';
import {
  AdminSignInWire,
  AdminUserRowWire,
  AdminUserWire,
  JOINED_DAYS,
  PersonalWire,
  USER_STATES,
} from '#contracts/wire/admin-user.ts';
import { readSignIns } from '#domain/sign-in/read.ts';
import {
  exportUsers,
  personalKinds,
  readUsers,
  USER_ORDERS,
  type UserFilter,
} from '#domain/user/admin-list.ts';
import { notePersonalSearch, readPersonal, readUserForAdmin } from '#domain/user/admin-page.ts';
import { findNamed } from '#domain/user/named.ts';
import type { Ctx } from '../context.ts';
import { may } from '../middleware/may.ts';
import { optionalId, optionalText, optionalTime, requiredId, sinceOf, untilOf } from '../params.ts';
import { replies, router } from '../router.ts';
import { administrator, fresh, tags } from './area.ts';
import { csvReply, sendCsv } from './csv.ts';
import { choice, given, orderSql, someone, tableQuery, tableReply } from './table.ts';

/*
 * People, as administrators look for them and at them (R20). What they do to them is in
 * user-acts.ts.
 */

export const adminUsers = router();

const query = tableQuery(['created_at', 'login_at'], '-created_at', {
  group: optionalId,
  state: given(z.enum(USER_STATES)),
  joined: given(z.enum(JOINED_DAYS)),
});

/**
 * What people are looked for by. By mail, phone or address only after a fresh login, and the action
 * log says that it was done, by which of them, and not which: it keeps everything for ever. Digits
 * that may be a phone number are somebody's number until then. Throws loginAgain.
 */
async function filterOf(
  c: Ctx,
  { q, group, state, joined }: z.output<typeof query>,
): Promise<UserFilter> {
  const actor = administrator(c);
  const { only, perhaps } = personalKinds(q);
  if (only) requireFreshLogin(actor);
  const personal = only ?? (isFresh(actor) ? perhaps : undefined);
  if (personal) await notePersonalSearch(c.var.deps.db, actor.userId, personal);
  return {
    text: q?.trim() || undefined,
    personal,
    groupId: group,
    state,
    days: joined === undefined ? undefined : Number(joined),
  };
}
const order = (sort: string) =>
  orderSql(sort, USER_ORDERS, `u.id${sort.startsWith('-') ? ' desc' : ''}`);

/** The hash of the session that asks, which no list of logins ends. */
export const ownSession = (c: Ctx): string =>
  hashSecret(sessionCookie(c, c.var.deps.env, 'admin') ?? '');

adminUsers.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/users',
    ...may('admin.read'),
    tags,
    summary: 'People',
    description:
      '`q`: the beginning of a name, a number, an address of mail, a phone number, an IP address. The last three need a login of the last ten minutes (401 `loginAgain`) and are written into the action log. Nothing personal is in the answer.',
    request: { query },
    responses: replies(tableReply(AdminUserRowWire)),
  }),
  async (c) => {
    const asked = c.req.valid('query');
    return c.json(
      await readUsers(
        c.var.deps.db,
        await filterOf(c, asked),
        order(asked.sort),
        asked.offset,
        asked.limit,
      ),
      200,
    );
  },
);

adminUsers.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/users.csv',
    ...may('admin.read'),
    tags,
    summary: 'The same as a file, all of it',
    request: { query },
    responses: csvReply,
  }),
  async (c) => {
    const asked = c.req.valid('query');
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
      exportUsers(c.var.deps.db, await filterOf(c, asked), order(asked.sort)),
    );
  },
);

const params = z.object({ id: requiredId });
const notThere = { 404: { description: 'No such person' } };

adminUsers.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/users/{id}',
    ...may('admin.read'),
    tags,
    summary: 'A person with bans, warnings and logins',
    request: { params },
    responses: { ...replies(AdminUserWire), ...notThere },
  }),
  async (c) =>
    c.json(
      await readUserForAdmin(
        c.var.deps.db,
        administrator(c).userId,
        c.req.valid('param').id,
        ownSession(c),
      ),
      200,
    ),
);

adminUsers.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/users/{id}/personal',
    ...may('person.personal'),
    tags,
    summary: 'What is personal of somebody',
    description:
      'Mail, phone, addresses. That the caller looked at it is written into the action log.',
    request: { params },
    responses: { ...replies(PersonalWire), ...fresh, ...notThere },
  }),
  async (c) =>
    c.json(
      await readPersonal(c.var.deps.db, administrator(c).userId, c.req.valid('param').id),
      200,
    ),
);

const signInQuery = tableQuery(['created_at'], '-created_at', {
  user: someone,
  ip: optionalText(64),
  event: choice(SIGN_IN_EVENTS),
  from: optionalTime,
  to: optionalTime,
});

adminUsers.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/sign-ins',
    ...may('person.personal'),
    tags,
    summary: 'Sign-ins, logouts and refused logins of everybody, the newest first',
    description: `Kept for ${SIGN_INS_KEPT_DAYS} days. \`user\` is a name or a number, \`ip\` all of an address. That the caller looked at it is written into the action log.`,
    request: { query: signInQuery },
    responses: { ...replies(tableReply(AdminSignInWire)), ...fresh },
  }),
  async (c) => {
    const { user, ip, event, from, to, offset, limit } = c.req.valid('query');
    if (offset > SIGN_INS_SKIPPED_MAX)
      throw new AppError('malformed', { values: { field: 'offset' } });
    const { db } = c.var.deps;
    const userId = await findNamed(db, user);
    if (userId === null) return c.json({ rows: [], total: 0 }, 200);
    return c.json(
      await readSignIns(
        db,
        administrator(c).userId,
        { userId, ip: ip?.trim() || undefined, event, from: sinceOf(c, from), to: untilOf(c, to) },
        offset,
        limit,
      ),
      200,
    );
  },
);
