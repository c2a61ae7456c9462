import { expect, test } from 'vitest';
import { serveApi } from '../support/api-on-socket.ts';
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

const { db } = await demoDatabase();
const member = await (await testApi(db)).as(PEOPLE.member);

test('[ops] the log names the caller and the right of a refused call, and no secret; up to sixty a minute', async () => {
  const { url, log } = await serveApi(db, { TRUST_PROXY: '1' });
  const call = async () => {
    const reply = await fetch(`${url}/api/v1/thread/update?secret=query`, {
      method: 'PUT',
      headers: {
        ...member.authorization,
        'content-type': 'application/json',
        'x-forwarded-for': '203.0.113.7',
      },
      body: '{"ids":[1],"field":"top","value":1}',
    });
    expect(reply.status).toBe(403);
  };
  await call();
  expect(log).toHaveLength(1);
  const [line = ''] = log;
  expect(line).toMatch(/^warn call\.forbidden /);
  expect(JSON.parse(line.slice(line.indexOf('{')))).toEqual({
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    method: 'PUT',
    path: '/api/v1/thread/update',
    right: 'thread.mark',
    userId: PEOPLE.member,
    via: 'token',
    ip: '203.0.113.7',
  });
  for (let time = 0; time < 65; time++) await call();
  expect(log).toHaveLength(60);
});

test('[ops] refusals of visitors and of malformed requests are only counted', async () => {
  const { url, log } = await serveApi(db);
  const headers = { 'content-type': 'application/json' };
  const send = async (body: string, more: Record<string, string> = {}) =>
    (await fetch(`${url}/api/v1/post`, { method: 'POST', headers: { ...headers, ...more }, body }))
      .status;
  expect([await send('{}'), await send('{}', member.authorization)]).toEqual([401, 400]);
  expect(log).toEqual([]);
});
