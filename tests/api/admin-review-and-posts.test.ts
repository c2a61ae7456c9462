import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AdminContentWire, AdminLogEntryWire } from '#contracts/wire/admin-moderation.ts';
import type { ReviewRowWire } from '#contracts/wire/moderation.ts';
import { runJob } from '#domain/jobs/run.ts';
import { indexAllChanges } from '#domain/search/index-posts.ts';
import { runPurgeJob } from '#moderation/purge.ts';
import { userIdOf } from '../../scripts/seed/people.ts';
import { adminCaller } from '../support/admin-session.ts';
import { type ActionReply, adminTableReader } from '../support/admin-table-reader.ts';
import { findWrongCounters } from '../support/counter-check.ts';
import { type CallReply, createWriters, MEMBER, OTHER } from '../support/moderation-api.ts';
import { PEOPLE } from '../support/people.ts';
import { selectRow } from '../support/query-rows.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

const { db } = await demoDatabase();
const api = await testApi(db);
const [member, other, third, admin] = await Promise.all([
  api.as(MEMBER),
  api.as(OTHER),
  api.as(PEOPLE.fourthMember),
  adminCaller(api, db),
]);
const write = await createWriters(api, member, other);
beforeAll(
  async () =>
    void (await db.execute(
      sql`
        insert into sensitive_word (word, normalized, action, created_by)
        values ('内部消息', '内部消息', 'review', 10000)`,
    )),
);

const one = selectRow(db);
const { table, csv } = adminTableReader(api, admin);

describe('[R14, R32] the review queue in the admin area', () => {
  const waiting = (query = '') => table<ReviewRowWire>(`review?limit=100&${query}`);
  test('gives the reason of a pending item and marks the words and links; approves and rejects several at once, or none', async () => {
    const thread = await write.thread();
    const send = async (message: string, by = other) =>
      (
        await by.call<CallReply<{ id: number }>>('POST', '/api/v1/post', {
          thread_id: thread,
          message,
        })
      ).body.data.id;
    const word = await send(`<p>${'前文。'.repeat(600)}内部 消息在此</p>`);
    await db.execute(sql`delete from forum_moderator where user_id = ${userIdOf('fanyi')}`);
    await db.execute(sql`update "user" set created_at = now() where id = ${userIdOf('fanyi')}`);
    const link = await send(
      '<p>去 <a href="https://shop.example/a">那里</a></p>',
      (await api.as(userIdOf('fanyi'))) as typeof other,
    );
    const { rows } = await waiting();
    const [first, second] = rows.slice(-2);
    expect(first).toMatchObject({
      key: `reply:${word}`,
      reason: 'words',
      findings: [{ word: '内部消息' }],
    });
    expect(first?.text.slice(first.findings[0]?.start, first.findings[0]?.end)).toBe('内部 消息');
    expect(second).toMatchObject({
      key: `reply:${link}`,
      reason: 'newcomer',
      links: ['https://shop.example/a'],
      findings: [],
    });
    expect((await waiting('reason=newcomer')).rows.map((row) => row.id)).toEqual([link]);
    expect((await waiting('reason=words&kind=thread')).total).toBe(0);
    expect((await csv('review.csv?reason=newcomer'))[1]).toContain('"https://shop.example/a"');
    const decide = (action: string, ...ids: number[]) =>
      admin.call<ActionReply>('POST', '/api/v2/admin/review', {
        action,
        items: ids.map((id) => ({ kind: 'reply', id })),
        note: '不合适',
        notify: true,
      });
    expect((await decide('approve', word, link)).status).toBe(200);
    expect((await waiting('forum_id=1')).rows.map((row) => row.id)).not.toContain(word);
    const bad = await send('<p>又有内部消息</p>');
    expect((await decide('reject', bad, word)).status).toBe(409);
    expect((await decide('reject', bad)).body.changed).toEqual([bad]);
    expect(
      await one(sql`select note from notification where post_id = ${bad} and user_id = ${OTHER}`),
    ).toEqual({ note: '不合适' });
    expect(await findWrongCounters(db)).toEqual([]);
  });
});

describe('[R23] threads and replies in the admin area', () => {
  const find = async (query: string) => {
    await indexAllChanges(db);
    return table<AdminContentWire>(`written?${query}`);
  };
  const act = (action: string, kind: string, ids: number[], more: object = {}) =>
    admin.call<ActionReply>('POST', '/api/v2/admin/actions', { action, kind, ids, ...more });

  test('are found by words, author, forum, state and time, oldest or newest first', async () => {
    const thread = await write.thread();
    const marker = 'zyxgraph';
    const reply = (
      await other.call<CallReply<{ id: number }>>('POST', '/api/v1/post', {
        thread_id: thread,
        message: `<p>${marker} 一</p>`,
      })
    ).body.data.id;
    const next = (
      await member.call<CallReply<{ id: number }>>('POST', '/api/v1/post', {
        thread_id: thread,
        message: `<p>${marker} 二</p>`,
      })
    ).body.data.id;
    expect((await find(`kind=reply&q=${marker}`)).rows).toMatchObject([
      { id: next, storey: 2, thread_id: thread, state: 'normal' },
      { id: reply, storey: 1 },
    ]);
    expect(
      (await find(`kind=reply&q=${marker}&sort=created_at`)).rows.map((row) => row.id),
    ).toEqual([reply, next]);
    expect(
      (await find(`kind=reply&q=${marker}&author=${MEMBER}`)).rows.map((row) => row.id),
    ).toEqual([next]);
    const { nickname } = await one<{ nickname: string }>(
      sql`select nickname from "user" where id = ${OTHER}`,
    );
    expect(
      (await find(`kind=reply&q=${marker}&author=${encodeURIComponent(nickname)}`)).rows.map(
        (row) => row.id,
      ),
    ).toEqual([reply]);
    expect((await find('kind=reply&author=nobody-has-this-name')).total).toBe(0);
    expect((await find('kind=thread')).rows[0]).toMatchObject({ id: thread, replies: 2 });
    expect((await find('kind=thread&forum_id=2')).rows.every((row) => row.forum_id === 2)).toBe(
      true,
    );
    const oldest = (await find('kind=thread&sort=created_at&limit=1')).rows[0];
    expect((await find(`kind=thread&to=${oldest?.created_at}`)).total).toBe(0);
    const today = new Date().toISOString().slice(0, 10);
    const since = await find(`kind=reply&from=${today}&limit=100&sort=created_at`);
    expect(since.total).toBe(
      (
        await one<{ n: number }>(
          sql`
            select count(*)::int as n
            from post
            where floor > 0 and created_at >= ${today}::timestamp at time zone 'Asia/Shanghai'`,
        )
      ).n,
    );
    const all = (await one<{ n: number }>(sql`select count(*)::int as n from post where floor > 0`))
      .n;
    expect(await find('kind=reply&offset=50&limit=25')).toMatchObject({ total: all, more: false });
    expect((await find('kind=reply&q=%20...%20')).total).toBe(0);
    expect((await admin.call('GET', '/api/v2/admin/written?offset=10001')).status).toBe(400);
    expect((await csv(`written.csv?kind=reply&q=${marker}`)).length).toBe(3);
  });

  test.each([
    'kind=thread',
    'kind=thread&sort=created_at',
    'kind=thread&forum_id=1',
    'kind=thread&from=2020-01-01&sort=created_at',
    'kind=reply',
    'kind=reply&sort=created_at',
    'kind=reply&q=%E7%B3%BB%E7%BB%9F',
    'kind=thread&q=%E7%B3%BB%E7%BB%9F&sort=created_at',
  ])('are paged on from behind a row where offsets end: %s', async (query) => {
    const [whole, first] = [await find(`${query}&limit=20`), await find(`${query}&limit=7`)];
    const rest = await find(`${query}&limit=13&past=${(first as { past?: number }).past}`);
    expect(whole.rows.length).toBeGreaterThan(7);
    expect([...first.rows, ...rest.rows].map((row) => row.id)).toEqual(
      whole.rows.map((row) => row.id),
    );
    expect([first.total, rest.total]).toEqual([whole.total, whole.total - 7]);
  });

  test('are hidden, deleted, restored and moved; the author gets the reason, and each action can be undone', async () => {
    const thread = await write.thread();
    const reply = await write.reply(thread);
    const deleted = await act('delete', 'reply', [reply], { note: '重复', is_notify: 1 });
    expect(
      await one(
        sql`select note from notification where post_id = ${reply} and kind = 'moderation'`,
      ),
    ).toEqual({ note: '重复' });
    expect((await find('kind=reply&state=deleted')).rows[0]).toMatchObject({
      id: reply,
      deleted_by: expect.any(String),
      deleted_at: expect.any(String),
    });
    await admin.call('POST', `/api${deleted.body.undo[0]?.path}`, deleted.body.undo[0]?.body);
    expect((await find('kind=reply&state=deleted')).rows[0]?.id).not.toBe(reply);
    await act('hide', 'thread', [thread]);
    expect((await find('kind=thread&state=hidden')).rows[0]?.id).toBe(thread);
    expect((await find(`kind=reply&author=${OTHER}`)).rows[0]).toMatchObject({
      id: reply,
      state: 'normal',
      thread_state: 'hidden',
    });
    await act('restore', 'thread', [thread]);
    const moved = await act('move', 'thread', [thread], { forum_id: 2 });
    expect((await find('kind=thread&forum_id=2')).rows[0]?.id).toBe(thread);
    await admin.call('POST', `/api${moved.body.undo[0]?.path}`, moved.body.undo[0]?.body);
    expect(await one(sql`select forum_id from thread where id = ${thread}`)).toEqual({
      forum_id: 1,
    });
    expect((await act('delete', 'thread', [thread, 99_999_999])).status).toBe(404);
    expect(await findWrongCounters(db)).toEqual([]);
  });

  test('are purged as a job: nothing of the deleted is left but the log, counters stay right, pictures are left to the sweep', async () => {
    const thread = await write.thread();
    const [reply, kept] = [await write.reply(thread), await write.reply(thread, member)];
    await write.comment(reply);
    // a stored revision without the picture
    await member.call('PUT', '/api/v1/thread/post', { id: kept, message: '<p>换一种说法</p>' });
    await other.call('POST', '/api/v1/thread/up', { id: thread, idtype: 'tid' });
    await other.call('POST', '/api/v1/thread/favorite', { id: thread });
    await third.call('POST', '/api/v1/thread/post/report', { post_id: reply, report_type: 'spam' });
    const hash = 'ab'.repeat(16);
    await db.execute(
      sql`
        insert into upload (
          hash,
          path,
          mime,
          bytes,
          width,
          height,
          user_id,
          used_at,
          created_at
        )
        values (
          ${hash},
          ${`ab/${hash}.webp`},
          'image/webp',
          1,
          1,
          1,
          ${OTHER},
          now(),
          now() - interval '8 days'
        )`,
    );
    await db.execute(
      sql`
        update post
        set source = source || ${`<img src="/uploads/ab/${hash}.webp">`}
        where id = ${reply}`,
    );
    await db.execute(
      sql`
        insert into post_upload (post_id, upload_id)
        select ${reply}, id
        from upload
        where hash = ${hash}`,
    );
    const reactions = () =>
      one<{ liked: number; kept: number }>(
        sql`
          select
            (select likes_cnt from "user" where id = ${MEMBER}) as liked,
            (select favourites_cnt from "user" where id = ${OTHER}) as kept`,
      );
    const before = await reactions();
    const run = async (kind: string, ids: number[]) => {
      const { job } = (
        await admin.call<{ job: number }>('POST', '/api/v2/admin/written/purge', {
          kind,
          ids,
          note: '依法移除',
        })
      ).body;
      const purge = runPurgeJob({ db, timeZone: 'Asia/Shanghai' });
      await runJob(
        db,
        {
          purge,
          screen: purge,
          check: purge,
          publish: purge,
          'publish-all': purge,
          resanitize: purge,
        },
        job,
        new AbortController().signal,
      );
      return table<{ detail: object }>(`jobs/${job}/items`);
    };
    expect((await run('reply', [reply, 99_999_999])).rows.map(({ detail }) => detail)).toEqual([
      { purged: 'reply', id: reply, why: 'conflict' },
      { purged: 'reply', id: 99_999_999, why: 'notFound' },
    ]);
    await act('delete', 'reply', [reply]);
    expect((await run('reply', [reply])).rows).toEqual([
      { n: 1, detail: { purged: 'reply', id: reply } },
    ]);
    expect(
      await one(
        sql`
          select
            (select count(*)::int from post where id = ${reply}) as posts,
            (select count(*)::int from comment where post_id = ${reply}) as comments,
            (select count(*)::int from report where post_id = ${reply}) as reports`,
      ),
    ).toEqual({ posts: 0, comments: 0, reports: 0 });
    expect(await one(sql`select used_at from upload where hash = ${hash}`)).toEqual({
      used_at: null,
    });
    expect(await findWrongCounters(db)).toEqual([]);
    await act('delete', 'thread', [thread]);
    await run('thread', [thread]);
    expect(
      await one(
        sql`
          select
            (select count(*)::int from thread where id = ${thread}) as threads,
            (select count(*)::int from post where id = ${kept}) as posts`,
      ),
    ).toEqual({ threads: 0, posts: 0 });
    expect(await reactions()).toEqual({ liked: before.liked - 1, kept: before.kept - 1 });
    expect(await findWrongCounters(db)).toEqual([]);
    expect(
      (await table<AdminLogEntryWire>('log?kind=thread&action=thread.purge')).rows,
    ).toMatchObject([
      {
        action: 'thread.purge',
        target: { kind: 'thread', id: thread, name: '' },
        reason: '依法移除',
        actor: { id: PEOPLE.administrator },
      },
    ]);
    expect(
      (await table<AdminLogEntryWire>(`log?target=post&about=${reply}`)).rows.map(
        (row) => row.action,
      ),
    ).toEqual(['post.purge', 'post.delete']);
  });
});
