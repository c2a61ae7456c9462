import { expect, test } from 'vitest';
import { createSession } from '#auth/session.ts';
import { createToken } from '../../scripts/create-token.ts';
import { member, thread } from '../support/factories.ts';
import { eventually } from '../support/processes.ts';
import { startSite } from '../support/test-site.ts';

/* A server drains between SIGTERM and its exit: decisions/faults.md. */

const site = await startSite({ env: { DRAIN_SECONDS: '6' } });

test('[ops] after SIGTERM a server isn’t ready, still takes calls and closes each connection after its answer, keeps streams open until it stops accepting, and exits with code 0', async () => {
  const userId = await member(site.db);
  const made = await thread(site.db, { replies: 1 });
  const session = await createSession(site.db, {
    userId,
    kind: 'site',
    ip: '127.0.0.1',
    userAgent: 'test',
  });
  const { token } = await createToken(site.db, { userId, name: 'drain', scopes: ['write'] });
  const reply = (mark: string) =>
    fetch(`${site.url}/api/v1/post`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ thread_id: made.id, message: `<p>${mark}</p>` }),
    });
  const stream = await fetch(`${site.url}/api/v1/user/events`, {
    headers: { cookie: `bbs=${session}` },
  });
  const heard = stream.text();
  const before = await reply('drain-before');
  expect([before.status, before.headers.get('connection')]).toEqual([200, 'keep-alive']);
  await before.text();

  const stopped = site.stop();
  const order: string[] = [];
  void heard.then(() => order.push('stream'));
  const why = await eventually(async () => {
    const ready = await fetch(`${site.url}/api/ready`);
    const { why } = (await ready.json()) as { why: string[] };
    return ready.status === 503 && why;
  });
  expect(why).toEqual(['This server is about to end.']);
  const during = await reply('drain-during');
  expect([during.status, during.headers.get('connection')]).toEqual([200, 'close']);
  expect(await during.json()).toMatchObject({ code: 0 });
  order.push('reply');

  expect(Number(/^retry: (\d+)$/m.exec(await heard)?.[1])).toBeGreaterThanOrEqual(4_000);
  expect(order).toEqual(['reply', 'stream']);
  expect(await stopped).toBe(0);
});
