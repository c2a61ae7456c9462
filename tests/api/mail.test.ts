import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { MAIL_NOTICES } from '#contracts/mailing.ts';
import type { MailSettingsWire } from '#contracts/wire/mail.ts';
import { gatherMail, MAIL_TASK, queueAccountMail } from '#domain/delivery/mail/gather.ts';
import { markAllRead } from '#domain/delivery/notification/mark.ts';
import { notifyNextWatchers } from '#domain/delivery/watch/notify-watchers.ts';
import { readEnv } from '#platform/env.ts';
import { createLog } from '#platform/log.ts';
import { startBackgroundJobs } from '#server/background-jobs.ts';
import type { Renderer } from '#server/renderer-client.ts';
import { member, thread } from '../support/factories.ts';
import {
  deliverQueued,
  mailNow,
  setMailAddress,
  startMailForum,
  threadWithReplies,
} from '../support/mail-server.ts';
import { PEOPLE } from '../support/people.ts';
import { type Caller, testApi } from '../support/test-api.ts';

/* Notifications by mail: recipients, times, and ends. */

const { db, server, env, api } = await startMailForum();

let id: number;
let me: Caller;
let address: string;

beforeEach(async () => {
  await db.execute(sql`delete from delivery_event`);
  await db.execute(sql`delete from unannounced_post`);
  await db.execute(sql`delete from mail`);
  server.arrived = [];
  server.refusal = undefined;
  id = await member(db, { nickname: `收信人${Date.now()}` });
  address = await setMailAddress(db, id);
  me = await api.as(id);
});

interface Answer {
  code: number;
  data: MailSettingsWire | null;
}
const choose = async (body: object, by = me) =>
  (await by.call<Answer>('PUT', '/api/v2/user/mail', body)).body.data as MailSettingsWire;
const read = async () => (await me.call<Answer>('GET', '/api/v2/user/mail')).body.data;
const events = async () =>
  (
    await db.execute<{ kind: string; events: number; minutes: number }>(sql`
      select kind, events, extract(epoch from due_at - now())::float8 / 60 as minutes
      from delivery_event
      where user_id = ${id}
      order by kind`)
  ).rows;
const only = () => {
  expect(server.arrived).toHaveLength(1);
  return server.arrived[0] as (typeof server.arrived)[number];
};
const header = (name: string) =>
  only()
    .headerLines.find(({ key }) => key === name)
    ?.line.replace(/\r?\n\s+/g, ' ') ?? '';
const states = async () =>
  (
    await db.execute<{ state: string }>(
      sql`select state from mail where user_id = ${id} order by id`,
    )
  ).rows.map(({ state }) => state);

describe('a member’s choice', () => {
  test('[R30] starts mail, which is off by default; omitted fields stay', async () => {
    expect(await read()).toEqual({
      address,
      checked: true,
      frequency: 'off',
      notices: Object.fromEntries(MAIL_NOTICES.map((kind) => [kind, true])),
      digest: false,
      time_zone: 'Asia/Shanghai',
      stopped: null,
    });
    await threadWithReplies(db, api, id);
    expect(await events()).toEqual([]);
    expect(await choose({ frequency: 'daily', notices: { like: false } })).toMatchObject({
      frequency: 'daily',
      notices: { like: false, reply: true },
    });
    expect(await choose({ digest: true, time_zone: 'Europe/Berlin' })).toMatchObject({
      frequency: 'daily',
      notices: { like: false },
      digest: true,
      time_zone: 'Europe/Berlin',
    });
    // Events older than the setting aren't mailed.
    await mailNow(db, env);
    expect(server.arrived).toEqual([]);
  });

  test.each(['Mars/Olympus', '+08:00', 'posix/../x'])(
    '[R16] a time zone that there isn’t is refused: %s',
    async (time_zone) => {
      expect((await me.call('PUT', '/api/v2/user/mail', { time_zone })).status).toBe(400);
    },
  );

  test('[ops] a forum without a mail server says so to everybody, and takes no choice', async () => {
    const silent = await (await testApi(db)).as(id);
    expect((await silent.call('GET', '/api/v2/user/mail')).body).toMatchObject({ data: null });
    expect(
      (await silent.call('PUT', '/api/v2/user/mail', { frequency: 'now' })).body,
    ).toMatchObject({ data: null });
    expect(await read()).toMatchObject({ frequency: 'off' });
  });

  test('[ops] SMTP_URL without MAIL_FROM, and invalid addresses, prevent the forum from starting', () => {
    expect(() => readEnv({ SMTP_URL: 'smtp://mail.example' })).toThrow(/MAIL_FROM/);
    expect(() => readEnv({ SMTP_URL: 'http://mail.example' })).toThrow(/SMTP_URL/);
    expect(() => readEnv({ MAIL_FROM: 'nobody\r\nBcc: x@y.example' })).toThrow(/MAIL_FROM/);
  });

  test('[R30] events are mailed after two minutes, at the full hour, or at eight in the member’s time zone', async () => {
    await choose({ frequency: 'now' });
    await threadWithReplies(db, api, id, { replies: 3 });
    const [now] = await events();
    expect(now).toMatchObject({ kind: 'reply', events: 3 });
    expect(now?.minutes).toBeLessThanOrEqual(2);
    await choose({ frequency: 'hourly' });
    expect((await events())[0]?.minutes).toBeLessThanOrEqual(60);
    await choose({ frequency: 'daily', time_zone: 'America/New_York' });
    const { rows } = await db.execute<{ hour: number }>(sql`
      select extract(hour from due_at at time zone 'America/New_York')::int as hour
      from delivery_event
      where user_id = ${id}`);
    expect(rows).toEqual([{ hour: 8 }]);
    await choose({ frequency: 'off' });
    expect(await events()).toEqual([]);
  });

  test('[R30] kinds that were switched off leave nothing to be mailed', async () => {
    await choose({ frequency: 'now', notices: { reply: false } });
    await threadWithReplies(db, api, id);
    expect(await events()).toEqual([]);
    await choose({ notices: { reply: true } });
    await threadWithReplies(db, api, id);
    expect(await events()).toHaveLength(1);
    await choose({ notices: { reply: false } });
    expect(await events()).toEqual([]);
  });
});

describe('a mail', () => {
  beforeEach(() => choose({ frequency: 'now' }));

  test('[R30] describes the event in its receiver’s language, as text and HTML, and leads to the floor', async () => {
    const made = await threadWithReplies(db, api, id, {
      replies: 2,
      subject: '声卡 <b>没有</b> 声音',
    });
    await mailNow(db, env);
    const mail = only();
    expect(mail.recipients).toEqual([address]);
    expect(mail.subject).toBe('声卡 <b>没有</b> 声音 - 蓝图系统社区');
    const link = `https://forum.example/zh/post/${made.id}#p${made.replies[0]}`;
    for (const part of [mail.text ?? '', mail.html || '']) {
      expect(part).toContain('你的主题有 2 条新回复');
      expect(part).toContain(link);
    }
    expect(mail.text).toContain('声卡 <b>没有</b> 声音');
    expect(mail.html).toContain('声卡 &lt;b&gt;没有&lt;/b&gt; 声音');
    expect(mail.html).toContain('lang="zh-CN"');
    expect(mail.html).toContain('name="color-scheme" content="light dark"');
    expect(mail.html).not.toMatch(/<(?:img|script|link|iframe)\b/);
    expect(mail.from?.text).toBe('"Forum" <forum@mail.example>');
    expect(mail.replyTo?.text).toBe('help@mail.example');
    expect(mail.references).toBe(`<thread-${made.id}@forum.example>`);
    expect(mail.inReplyTo).toBe(`<thread-${made.id}@forum.example>`);
    expect(header('list-id')).toContain('<notices.forum.example>');
    expect(header('list-unsubscribe-post')).toContain('List-Unsubscribe=One-Click');
    expect(header('auto-submitted')).toContain('auto-generated');
    expect(await states()).toEqual(['sent']);
  });

  test('[R38] is in English for an English reader', async () => {
    await setMailAddress(db, id, 'en');
    await threadWithReplies(db, api, id);
    await mailNow(db, env);
    expect(only().text).toMatch(/replied to your thread/);
    expect(only().html).toContain('lang="en"');
    expect(only().subject).toMatch(/Lantu OS Community$/);
    expect(only().text).not.toMatch(/邮件|通知/);
  });

  test.each([
    ['zh', '[图片]'],
    ['en', '[picture]'],
  ] as const)('[R30] says in %s that an answer is a picture', async (lang, word) => {
    await setMailAddress(db, id, lang);
    const { id: asked } = await thread(db, { author: id });
    const by = await api.as(PEOPLE.member);
    const message = `<p><img src="https://pictures.example/${lang}.png" alt=""></p>`;
    await by.call('POST', '/api/v1/post', { thread_id: asked, message });
    await mailNow(db, env);
    expect(only().text).toContain(word);
  });

  test('[R30] is one for all events, and one event is in one mail', async () => {
    await threadWithReplies(db, api, id);
    const second = await threadWithReplies(db, api, id, { replies: 2 });
    await mailNow(db, env);
    expect(only().subject).toMatch(/^2 条新通知/);
    await mailNow(db, env);
    expect(server.arrived).toHaveLength(1);
    // Another reply in a group that is still unread is only counted.
    const replier = await api.as(await member(db));
    await replier.call('POST', '/api/v1/post', { thread_id: second.id, message: '<p>又一条</p>' });
    await mailNow(db, env);
    expect(server.arrived).toHaveLength(2);
    expect(server.arrived[1]?.text).toContain('回复了你的主题');
  });

  test('[R30] isn’t sent for events that were read before or after its creation', async () => {
    await threadWithReplies(db, api, id);
    await markAllRead(db, id);
    await mailNow(db, env);
    expect(await states()).toEqual([]);
    await threadWithReplies(db, api, id);
    await db.execute(sql`update delivery_event set due_at = now()`);
    await gatherMail(db);
    await markAllRead(db, id);
    await deliverQueued(db, env);
    expect(await states()).toEqual(['dropped']);
    expect(server.arrived).toEqual([]);
  });

  test('[R20] has nothing that its receiver may not read any more', async () => {
    const hidden = await threadWithReplies(db, api, id);
    await db.execute(sql`update post set state = 'hidden' where id = ${hidden.replies[0]}`);
    await mailNow(db, env);
    expect(await states()).toEqual(['dropped']);
    const other = await thread(db, { author: id });
    const replier = await member(db);
    const by = await api.as(replier);
    await by.call('POST', '/api/v1/post', { thread_id: other.id, message: '<p>看得见吗</p>' });
    await me.call('POST', '/api/v2/user/watch', { kind: 'user', id: replier, level: 'muted' });
    await mailNow(db, env);
    expect(server.arrived).toEqual([]);
  });

  test('[R20] has nothing of a forum that was closed to its receiver meanwhile', async () => {
    await threadWithReplies(db, api, id);
    await db.execute(sql`update forum set access = 'groups' where id = 1`);
    await mailNow(db, env);
    await db.execute(sql`update forum set access = 'public' where id = 1`);
    expect(await states()).toEqual(['dropped']);
  });

  test('[R30] reports threads in a forum that its receiver watches, as one when there are several', async () => {
    await me.call('POST', '/api/v2/user/watch', { kind: 'forum', id: 1, level: 'threads' });
    const author = await api.as(await member(db));
    for (const subject of ['第一个新主题', '第二个新主题'])
      await author.call('POST', '/api/v1/thread', {
        forum_id: 1,
        type_id: 1,
        subject,
        message: `<p>${subject}说了什么</p>`,
        language: 'zh_CN',
      });
    while (await notifyNextWatchers(db, (error) => expect.unreachable(String(error))));
    await mailNow(db, env);
    expect(only().text).toMatch(/有 2 个新主题/);
    expect(only().text).toContain('https://forum.example/zh/forum/1/newest');
  });

  test('[R30] names the author of a private message and links to it, without its text', async () => {
    const writer = await member(db, { nickname: `写信人${Date.now()}` });
    const by = await api.as(writer);
    for (const note of ['<p>只给你看的话</p>', '<p>还有一句</p>'])
      await by.call('POST', '/api/v1/user/letter', { receive_user_id: id, note });
    await mailNow(db, env);
    expect(only().text).toMatch(/写信人\d+ 给你发了 2 条私信/);
    expect(only().text).toContain(`https://forum.example/zh/me/letters?with=${writer}`);
    expect(only().text).not.toContain('只给你看');
    expect(only().html).not.toContain('只给你看');
  });

  test('[R30] goes to a verified address only, and not to banned or former members', async () => {
    for (const change of [
      sql`email_checked = false`,
      sql`email_checked = true, email = ''`,
      sql`email = ${address}, banned_from = now(), banned_until = 'infinity'`,
      sql`banned_from = null, banned_until = null, left_at = now()`,
    ]) {
      await db.execute(sql`update "user" set ${change} where id = ${id}`);
      await threadWithReplies(db, api, id);
      await mailNow(db, env);
    }
    expect(server.arrived).toEqual([]);
    expect(await states()).toEqual(['dropped', 'dropped', 'dropped', 'dropped']);
  });

  test('[R30] has the same id each time that it is handed over, and is tried again when the server was busy', async () => {
    await threadWithReplies(db, api, id);
    server.refusal = { at: 'data', code: 451, text: '4.3.0 try again later' };
    await mailNow(db, env);
    expect(await states()).toEqual(['waiting']);
    server.refusal = undefined;
    await deliverQueued(db, env);
    expect(await states()).toEqual(['sent']);
    expect(only().messageId).toMatch(/^<mail-\d+\.[\da-f]{12}@forum\.example>$/);
  });

  test('[R30] to an address that there isn’t is given up, and ends mail to it', async () => {
    await threadWithReplies(db, api, id);
    server.refusal = { at: 'recipient', code: 550, text: '5.1.1 no such user' };
    await mailNow(db, env);
    expect(await states()).toEqual(['failed']);
    expect(await read()).toMatchObject({ stopped: { reason: 'bounce' } });
    server.refusal = undefined;
    await threadWithReplies(db, api, id);
    expect(await events()).toEqual([]);
    expect(await choose({ stopped: null })).toMatchObject({ stopped: null });
    await threadWithReplies(db, api, id);
    expect(await events()).toHaveLength(1);
  });

  test('[R30] about the account needs no choice, and can’t be ended by a link', async () => {
    await choose({ frequency: 'off' });
    await queueAccountMail(db, { userId: id });
    await deliverQueued(db, env);
    expect(only().subject).toBe('你的数据已导出 - 蓝图系统社区');
    expect(only().text).not.toContain('unsubscribe');
    expect(only().headers.has('list')).toBe(false);
  });

  test('[ops] is sent by the jobs of the forum', async () => {
    const jobs = await startBackgroundJobs({
      db,
      lockDb: db,
      env,
      log: createLog('silent'),
      renderer: {} as Renderer,
      takeDown: async () => {},
    });
    try {
      await threadWithReplies(db, api, id);
      await db.execute(sql`update delivery_event set due_at = now()`);
      expect(await gatherMail(db)).toBe(1);
      await expect.poll(() => server.arrived.length).toBe(1);
      await expect.poll(states).toEqual(['sent']);
    } finally {
      await jobs.stop();
    }
  });

  test('[ops] waits for its turn in the rate that administrators set', async () => {
    await db.execute(sql`
      insert into site_state (name, value)
      values ('mail.rate', '2')
      on conflict (name) do update set value = excluded.value`);
    const people = [id, await member(db), await member(db)];
    for (const person of people) {
      await setMailAddress(db, person);
      await choose({ frequency: 'now' }, await api.as(person));
      await threadWithReplies(db, api, person);
    }
    await db.execute(sql`update delivery_event set due_at = now()`);
    expect(await gatherMail(db)).toBe(2);
    expect(await gatherMail(db)).toBe(0);
    const { rows } = await db.execute<{ seconds: number }>(sql`
      select round(extract(epoch from j.run_at - m.created_at))::int as seconds
      from graphile_worker.jobs j
      join mail m on j.key = 'mail:' || m.id
      where j.task_identifier = ${MAIL_TASK}
      order by j.run_at`);
    expect(rows.map(({ seconds }) => seconds)).toEqual([30, 60]);
    await deliverQueued(db, env);
    expect(await gatherMail(db)).toBe(1);
    await db.execute(sql`delete from site_state where name = 'mail.rate'`);
  });
});
