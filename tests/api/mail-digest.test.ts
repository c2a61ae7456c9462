import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { gatherMail } from '#domain/delivery/mail/gather.ts';
import { member, thread } from '../support/factories.ts';
import { deliverQueued, setMailAddress, startMailForum } from '../support/mail-server.ts';
import type { Caller } from '../support/test-api.ts';

/* The weekly mail about the best threads in watched forums. */

const { db, server, env, api } = await startMailForum();
const FORUM = 3;

let id: number;
let me: Caller;

beforeEach(async () => {
  await db.execute(sql`delete from mail`);
  await db.execute(sql`update mail_choice set digest = false, digest_at = null`);
  // Excludes the demo community's recent posts from the counts.
  await db.execute(sql`
    update thread
    set created_at = created_at - interval '30 days'
    where created_at > now() - interval '20 days'`);
  server.arrived = [];
  id = await member(db);
  await setMailAddress(db, id);
  me = await api.as(id);
  await me.call('PUT', '/api/v2/user/mail', { digest: true, time_zone: 'Europe/Berlin' });
});

const watchForum = () =>
  me.call('POST', '/api/v2/user/watch', { kind: 'forum', id: FORUM, level: 'threads' });
const digestNow = async () => {
  await db.execute(sql`update mail_choice set digest_at = now() where user_id = ${id}`);
  await gatherMail(db);
  await deliverQueued(db, env);
};

test('[R30] comes on Monday at eight where its receiver is, once a week', async () => {
  await watchForum();
  await thread(db, { forumId: FORUM });
  const due = async () =>
    (
      await db.execute<{ day: number; hour: number; days: number }>(sql`
        select
          extract(isodow from digest_at at time zone 'Europe/Berlin')::int as day,
          extract(hour from digest_at at time zone 'Europe/Berlin')::int as hour,
          extract(epoch from digest_at - now())::float8 / 86400 as days
        from mail_choice
        where user_id = ${id}`)
    ).rows[0];
  expect(await due()).toMatchObject({ day: 1, hour: 8 });
  await digestNow();
  expect(server.arrived).toHaveLength(1);
  expect(await due()).toMatchObject({ day: 1, hour: 8 });
  expect((await due())?.days).toBeGreaterThan(0);
  expect((await due())?.days).toBeLessThanOrEqual(7.05);
  expect(await gatherMail(db)).toBe(0);
});

test('[R30] has the most liked and answered threads that its receiver watches and hasn’t opened', async () => {
  await watchForum();
  const [plain, liked, opened, own, muted] = [
    await thread(db, { forumId: FORUM, subject: '没人理的主题' }),
    await thread(db, { forumId: FORUM, subject: '最受欢迎的主题', replies: 2 }),
    await thread(db, { forumId: FORUM, subject: '已经看过的主题', replies: 1 }),
    await thread(db, { forumId: FORUM, subject: '自己写的主题', author: id }),
    await thread(db, { forumId: FORUM, subject: '免打扰的主题' }),
  ];
  await thread(db, { forumId: 1, subject: '别处的主题', replies: 3 });
  await me.call('POST', '/api/v2/user/read', { threads: [{ id: opened.id, floor: 0 }] });
  await me.call('POST', '/api/v2/user/watch', { kind: 'thread', id: muted.id, level: 'muted' });
  await digestNow();
  expect(server.arrived).toHaveLength(1);
  const [mail] = server.arrived;
  const text = mail?.text ?? '';
  expect(mail?.subject).toMatch(/^本周精选/);
  expect(text.indexOf('最受欢迎的主题')).toBeGreaterThan(0);
  expect(text.indexOf('没人理的主题')).toBeGreaterThan(text.indexOf('最受欢迎的主题'));
  for (const { id: shown } of [plain, liked])
    expect(text).toContain(`https://forum.example/zh/post/${shown}`);
  for (const { id: hidden } of [opened, own, muted])
    expect(text).not.toContain(`https://forum.example/zh/post/${hidden}\n`);
  expect(text).not.toContain('别处的主题');
  expect(String(mail?.headerLines.find(({ key }) => key === 'list-unsubscribe')?.line)).toContain(
    `${id}.digest.`,
  );
});

test('[R30] isn’t sent to members who watch nothing, without news, or after it was stopped', async () => {
  await thread(db, { forumId: FORUM });
  await digestNow();
  await watchForum();
  await db.execute(sql`
    update thread
    set created_at = now() - interval '8 days'
    where forum_id = ${FORUM} and created_at > now() - interval '8 days'`);
  await digestNow();
  await thread(db, { forumId: FORUM });
  await db.execute(sql`
    update mail_choice
    set stopped_at = now(), stopped_reason = 'bounce'
    where user_id = ${id}`);
  await digestNow();
  expect(server.arrived).toEqual([]);
  const { rows } = await db.execute<{ state: string }>(
    sql`select state from mail where user_id = ${id}`,
  );
  expect(rows.map(({ state }) => state)).toEqual(['dropped', 'dropped']);
});

test('[ops] is made a portion at a time, however many there are: the rate says how many', async () => {
  await db.execute(sql`
    insert into "user" (username, nickname, group_id)
    select 'digest-' || n, 'digest-' || n, 10
    from generate_series(1, 1200) n`);
  await db.execute(sql`
    insert into mail_choice (user_id, digest, time_zone, digest_at)
    select id, true, 'Asia/Shanghai', now() - interval '1 minute'
    from "user"
    where username like 'digest-%'`);
  expect(await gatherMail(db)).toBe(120);
  expect(await gatherMail(db)).toBe(0);
  await db.execute(sql`update mail set state = 'dropped'`);
  expect(await gatherMail(db)).toBe(120);
  await db.execute(sql`delete from "user" where username like 'digest-%'`);
});
