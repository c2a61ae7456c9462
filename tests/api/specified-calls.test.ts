import { expect, test } from 'vitest';
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* The calls of the specification's table (section 7), each with an empty body by a member. */

const { db } = await demoDatabase();
const member = await (await testApi(db)).as(PEOPLE.member);

/** Calls without required fields. */
const ANSWERED = [
  'GET /login/is_login',
  'GET /user/info',
  'GET /forum',
  'GET /forum/favorite/list',
  'GET /forum/rows',
  'POST /thread/draft',
  'GET /thread/post/report/list',
  'GET /user/list',
  'GET /user/forum',
  'POST /login/logout',
];

/** Calls that name their missing fields. */
const REFUSED = {
  'GET /forum/theme': 'forum_id',
  'GET /forum/id': 'id',
  'POST /forum/favorite': 'id',
  'GET /forum/user/favorite': 'forum_id',
  'POST /forum/auth': 'forum_id',
  'GET /thread/post/list': 'id',
  'GET /thread/user/list': 'forum_id',
  'POST /thread': 'forum_id, type_id, subject, message',
  'POST /post': 'thread_id, message',
  'GET /search': 'keyword',
  'PUT /thread': 'id, subject, message',
  'PUT /thread/post': 'id, message',
  'DELETE /thread': 'id',
  'DELETE /thread/post': 'id',
  'POST /thread/favorite': 'id',
  'POST /thread/up': 'id, idtype',
  'POST /post/comment': 'post_id, message',
  'POST /thread/post/report': 'report_type',
  'GET /thread/post/comment': 'post_id',
  'GET /thread/offset': 'id',
  'GET /user/master': 'forum_id',
  'GET /post/top/list': 'id',
  'GET /thread/exists/poll': 'id',
  'POST /thread/poll': 'tid, polloptionid',
  'GET /thread/warning/count': 'user_id',
  'POST /post/exists/up': 'ids',
  'POST /thread/exists/up': 'ids',
  'POST /thread/exists/favorite': 'ids',
};

const FORBIDDEN_TO_MEMBERS = [
  'PUT /thread/update',
  'PUT /thread/delete',
  'PUT /post/update',
  'PUT /post/delete',
  'PUT /post/comment/delete',
  'POST /user/crime',
  'GET /user/report',
  'POST /user/report',
  'POST /thread/close',
  'POST /thread/warning',
];

interface Refusal {
  err_code?: string;
  err_payload?: { field: string }[];
}

function ask(call: string): Promise<{ status: number; body: Refusal }> {
  const [method, path] = call.split(' ') as [string, string];
  const body = method === 'GET' || method === 'DELETE' ? undefined : {};
  return member.call<Refusal>(method, `/api/v1${path}`, body);
}

test.for(ANSWERED)('[R36] %s needs no parameter', async (call) => {
  expect((await ask(call)).status).toBe(200);
});

test.for(Object.entries(REFUSED))(
  '[R16, R36] %s names the missing fields: %s',
  async ([call, fields]) => {
    const { status, body } = await ask(call);
    expect([status, body.err_code]).toEqual([400, 'malformed']);
    expect(body.err_payload?.map(({ field }) => field).join(', ')).toBe(fields);
  },
);

test.for(FORBIDDEN_TO_MEMBERS)('[R20, R36] %s is forbidden to members', async (call) => {
  const { status, body } = await ask(call);
  expect([status, body.err_code]).toEqual([403, 'forbidden']);
});

test('[R17, R36] GET /login is unavailable without an identity provider', async () => {
  const { status, body } = await ask('GET /login');
  expect([status, body.err_code]).toEqual([503, 'unavailable']);
});
