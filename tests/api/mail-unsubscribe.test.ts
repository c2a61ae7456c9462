import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { MailSettingsWire } from '#contracts/wire/mail.ts';
import { browserHeaders } from '../support/browser-session.ts';
import { member } from '../support/factories.ts';
import {
  mailNow,
  setMailAddress,
  startMailForum,
  threadWithReplies,
} from '../support/mail-server.ts';
import type { Caller } from '../support/test-api.ts';

/* Unsubscribing without a login: links in mails, and the header for mail programs. */

const { db, server, env, api } = await startMailForum();

let id: number;
let me: Caller;

const read = async () =>
  (await me.call<{ data: MailSettingsWire }>('GET', '/api/v2/user/mail')).body.data;
const only = () => {
  expect(server.arrived).toHaveLength(1);
  return server.arrived[0] as (typeof server.arrived)[number];
};
const header = (name: string) =>
  only()
    .headerLines.find(({ key }) => key === name)
    ?.line.replace(/\r?\n\s+/g, ' ') ?? '';

describe('the unsubscribe address', () => {
  beforeEach(async () => {
    await db.execute(sql`delete from mail`);
    server.arrived = [];
    id = await member(db);
    await setMailAddress(db, id);
    me = await api.as(id);
    await me.call('PUT', '/api/v2/user/mail', { frequency: 'now', digest: true });
    await threadWithReplies(db, api, id);
    await mailNow(db, env);
  });

  /** The path of one kind's unsubscribe link. */
  const linkOf = (kind: string) => {
    const found = [...(only().text ?? '').matchAll(/https:\/\/forum\.example(\/\S+token=\S+)/g)];
    return found.map(([, path]) => path as string).find((path) => path.includes(`.${kind}.`)) ?? '';
  };

  test('[R30] needs no login: looking at it ends nothing, pressing its button or one click does', async () => {
    const path = linkOf('reply');
    const page = await api.send('GET', path);
    const html = await page.text();
    expect(html).toContain('<form method="post">');
    expect(html).toContain('确定不再接收关于回复的邮件吗？');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('x-robots-tag')).toBe('noindex');
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sha256-/);
    expect(await read()).toMatchObject({ notices: { reply: true } });
    for (let times = 0; times < 2; times++)
      expect(await (await api.send('POST', path)).text()).toContain('已退订');
    expect(await read()).toMatchObject({ frequency: 'now', notices: { reply: false } });
  });

  test('[R30, R21] works in a browser that is logged in, without the header that pages of the forum send', async () => {
    const { cookie = '' } = await browserHeaders(db, id);
    const answer = await api.send('POST', linkOf('reply'), 'x=1', {
      cookie,
      origin: 'http://127.0.0.1:4321',
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(answer.status).toBe(200);
    expect(await read()).toMatchObject({ notices: { reply: false } });
  });

  test('[R30] in the header ends all notifications, by a POST as mail programs send it', async () => {
    const [, path = ''] =
      /<https:\/\/forum\.example([^>]+)>/.exec(header('list-unsubscribe')) ?? [];
    const answer = await api.send('POST', path, 'List-Unsubscribe=One-Click', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(answer.status).toBe(200);
    expect(await read()).toMatchObject({ frequency: 'off', digest: true });
  });

  test('[R30] that was altered ends nothing, for any member', async () => {
    const path = linkOf('reply');
    const other = await member(db);
    for (const forged of [
      path.replace(`token=${id}.`, `token=${other}.`),
      path.replace('.reply.', '.notices.'),
      `${path.slice(0, -1)}${path.endsWith('0') ? '1' : '0'}`,
      '/api/mail/unsubscribe',
    ]) {
      const answer = await api.send('POST', forged);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toMatch(/链接无效|doesn’t work/);
    }
    expect(await read()).toMatchObject({ frequency: 'now', notices: { reply: true } });
  });
});
