import { createRoute, z } from '@hono/zod-openapi';
import { sessionCookie } from '#auth/cookies.ts';
import { hashSecret } from '#auth/secret.ts';
import { AdminUserRowWire, AdminUserWire, JOINED_DAYS, PersonalWire, USER_STATES } from '#contracts/wire/admin-user.ts';
import { exportUsers, readUsers, USER_ORDERS } from '#domain/user/admin-list.ts';
import { readPersonal, readUserForAdmin } from '#domain/user/admin-page.ts';
import type { Ctx } from '../context.ts';
import { may } from '../middleware/may.ts';
import { optionalId, requiredId } from '../params.ts';
import { replies, router } from '../router.ts';
import { administrator, fresh, tags } from './area.ts';
import { csvReply, sendCsv } from './csv.ts';
import { given, orderSql, tableQuery, tableReply } from './table.ts';

/* People, as administrators look for them and at them (R20). What they do to them is in user-acts.ts. */

export const adminUsers = router();

const query = tableQuery(['created_at', 'login_at'], '-created_at', { group: optionalId, state: given(z.enum(USER_STATES)), joined: given(z.enum(JOINED_DAYS)) });
const filterOf = ({ q, group, state, joined }: z.output<typeof query>) => ({ text: q?.trim() || undefined, groupId: group, state, days: joined === undefined ? undefined : Number(joined) });
const order = (sort: string) => orderSql(sort, USER_ORDERS, `u.id${sort.startsWith('-') ? ' desc' : ''}`);

/** The hash of the session that asks, which no list of logins ends. */
export const ownSession = (c: Ctx): string => hashSecret(sessionCookie(c, c.var.deps.env, 'admin') ?? '');

adminUsers.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/users',
    ...may('admin.read'),
    tags,
    summary: 'People',
    description: '`q`: the beginning of a name, a number, an address of mail, a phone number, an IP address. Nothing personal is in the answer.',
    request: { query },
    responses: replies(tableReply(AdminUserRowWire)),
  }),
  async (c) => {
    const asked = c.req.valid('query');
    return c.json(await readUsers(c.var.deps.db, filterOf(asked), order(asked.sort), asked.offset, asked.limit), 200);
  },
);

adminUsers.openapi(createRoute({ method: 'get', path: '/v2/admin/users.csv', ...may('admin.read'), tags, summary: 'The same as a file, all of it', request: { query }, responses: csvReply }), (c) => {
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
    exportUsers(c.var.deps.db, filterOf(asked), order(asked.sort)),
  );
});

const params = z.object({ id: requiredId });
const notThere = { 404: { description: 'No such person' } };

adminUsers.openapi(
  createRoute({ method: 'get', path: '/v2/admin/users/{id}', ...may('admin.read'), tags, summary: 'A person with bans, warnings and logins', request: { params }, responses: { ...replies(AdminUserWire), ...notThere } }),
  async (c) => c.json(await readUserForAdmin(c.var.deps.db, administrator(c).userId, c.req.valid('param').id, ownSession(c)), 200),
);

adminUsers.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/users/{id}/personal',
    ...may('person.personal'),
    tags,
    summary: 'What is personal of somebody',
    description: 'Mail, phone, addresses. That the caller looked at it is written into the action log.',
    request: { params },
    responses: { ...replies(PersonalWire), ...fresh, ...notThere },
  }),
  async (c) => c.json(await readPersonal(c.var.deps.db, administrator(c).userId, c.req.valid('param').id), 200),
);
