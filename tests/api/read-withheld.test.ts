import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { userIdOf } from '../../scripts/seed/people.ts';
import { PEOPLE } from '../support/people.ts';
import type { Caller } from '../support/test-api.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* Hidden authors, pending posts and private forums: no call shows them. */

const { db } = await demoDatabase();
const api = await testApi(db);
const member = await api.as(PEOPLE.member);
const staff = await api.as(userIdOf('ache'));
const administrator = await api.as(PEOPLE.globalModerator);
const one = async <T>(query: ReturnType<typeof sql>): Promise<T> =>
  (await db.execute(query)).rows[0] as T;

const AUTHOR = PEOPLE.otherMember;
const KEEPER = PEOPLE.member;
const marks = {
  subject: 'Marked subject',
  first: 'marked-first-post',
  reply: 'marked-reply',
  comment: 'marked-comment',
};
const begin = async (forumId: number, subject: string, userId = AUTHOR) => {
  const { theme } = await one<{ theme: number }>(
    sql`select id as theme from theme where forum_id = ${forumId} limit 1`,
  );
  const { thread } = await one<{ thread: number }>(
    sql`
      insert into thread (
        forum_id,
        theme_id,
        user_id,
        subject,
        excerpt,
        language,
        last_user_id,
        top_forum
      )
      values (${forumId}, ${theme}, ${userId}, ${subject}, ${marks.first}, 'zh_CN', ${userId}, 1)
      returning id as thread`,
  );
  const first = await write(thread, forumId, 0, marks.first, userId);
  await db.execute(
    sql`update thread set first_post_id = ${first}, last_post_id = ${first} where id = ${thread}`,
  );
  return { thread, first };
};
const write = async (
  thread: number,
  forumId: number,
  floor: number,
  text: string,
  userId: number,
  quote: number | null = null,
) => {
  const { id } = await one<{ id: number }>(sql`
    insert into post (
      thread_id,
      forum_id,
      user_id,
      floor,
      source,
      html,
      policy,
      excerpt,
      content_hash,
      quote_post_id,
      quote_user_id
    )
    values (
      ${thread},
      ${forumId},
      ${userId},
      ${floor},
      'x',
      ${`<p>${text}</p>`},
      1,
      ${text},
      ${text + floor},
      ${quote},
      ${quote === null ? null : AUTHOR}
    )
    returning id`);
  await db.execute(
    sql`update thread set last_floor = ${floor}, replies_cnt = ${floor} where id = ${thread}`,
  );
  return id;
};

/** A thread, the author's reply, a reply that quotes it, and the author's comment. */
async function community(forumId: number) {
  const { thread } = await begin(forumId, marks.subject);
  const reply = await write(thread, forumId, 1, marks.reply, AUTHOR);
  const quoting = await write(thread, forumId, 2, 'what the quoting reply says', KEEPER, reply);
  await db.execute(
    sql`
      insert into comment (
        post_id,
        thread_id,
        user_id,
        source,
        html,
        policy,
        excerpt,
        content_hash
      )
      values (
        ${quoting},
        ${thread},
        ${AUTHOR},
        'x',
        ${`<p>${marks.comment}</p>`},
        1,
        ${marks.comment},
        'c'
      )`,
  );
  await db.execute(sql`update post set comments_cnt = 1 where id = ${quoting}`);
  await db.execute(sql`update post set featured = true where thread_id = ${thread} and floor > 0`);
  await db.execute(
    sql`insert into thread_favourite (user_id, thread_id) values (${KEEPER}, ${thread})`,
  );
  await db.execute(
    sql`
      insert into forum_favourite (user_id, forum_id)
      values (${KEEPER}, ${forumId})
      on conflict do nothing`,
  );
  await db.execute(
    sql`
      insert into notification (
        user_id,
        category,
        kind,
        actor_id,
        thread_id,
        post_id
      )
      values
        (${KEEPER}, 1, 'reply', ${AUTHOR}, ${thread}, ${reply}),
        (${KEEPER}, 2, 'quote', ${AUTHOR}, ${thread}, ${quoting})`,
  );
  return {
    thread,
    reply,
    calls: [
      '/api/v1/thread/index?order=created_at',
      `/api/v1/forum/id?id=${forumId}`,
      `/api/v1/thread/info?id=${thread}`,
      `/api/v1/thread/post/list?id=${thread}`,
      `/api/v1/thread/post/list?id=${thread}&user_id=${AUTHOR}`,
      `/api/v1/post/top/list?id=${thread}`,
      `/api/v1/thread/post/comment?post_id=${quoting}`,
      `/api/v1/user/thread?user_id=${AUTHOR}`,
      `/api/v1/user/post?user_id=${AUTHOR}`,
      `/api/v1/user/post?user_id=${KEEPER}`,
      '/api/v2/public/posts',
      `/api/v2/public/posts?id=${reply}`,
    ],
    own: ['/api/v1/user/favorite', '/api/v1/user/msg?category=1', '/api/v1/user/msg?category=2'],
  };
}

/** The texts that occur in the replies of these calls. */
async function seen(by: Caller, calls: readonly string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const path of calls) {
    const { status, body } = await by.call('GET', path);
    expect([200, 401, 404, 406]).toContain(status);
    const text = JSON.stringify(body);
    for (const [name, mark] of Object.entries(marks))
      if (text.includes(mark)) found[name] = [...(found[name] ?? []), path];
  }
  return found;
}

test('[R29] a ban that hides an author removes their posts from every call, and its end restores them', async () => {
  const { thread, reply, calls, own } = await community(1);
  const shown = await seen(api, calls);
  expect(Object.keys(shown).sort()).toEqual(['comment', 'first', 'reply', 'subject']);
  expect(Object.values(shown).flat().length).toBeGreaterThan(12);
  expect(Object.keys(await seen(member, own)).sort()).toEqual(['reply', 'subject']);

  await db.execute(
    sql`
      update "user"
      set content_hidden = true, banned_from = now(), banned_until = 'infinity'
      where id = ${AUTHOR}`,
  );
  for (const by of [api, member]) expect(await seen(by, [...calls, ...own])).toEqual({});
  const hidden = '这个主题已被隐藏。';
  expect((await api.call('GET', `/api/v1/thread/info?id=${thread}`)).body).toMatchObject({
    code: 0,
    data: {
      subject: hidden,
      message: hidden,
      post: { message: hidden, message_fmt: hidden },
      user: { state: 2, allow_speak: false, desc: '' },
    },
  });
  expect(
    (
      await api.call('GET', `/api/v1/thread/post/list?id=${thread}`, undefined, {
        'accept-language': 'en',
      })
    ).body,
  ).toMatchObject({
    data: [
      { id: reply, message: 'This reply has been hidden.', deleted_at: null },
      {
        message: '<p>what the quoting reply says</p>',
        son_post: { id: reply, message: 'This reply has been hidden.' },
        post_comment: [{ message: 'This reply has been hidden.' }],
      },
    ],
  });
  expect((await api.call('GET', `/api/v2/public/posts?id=${reply}`)).body).toEqual([]);

  await db.execute(sql`update "user" set banned_until = now() where id = ${AUTHOR}`);
  expect(await seen(api, calls)).toEqual(shown);
});

test('[R29] a ban that hides nothing only prevents its author from posting', async () => {
  await community(1);
  await db.execute(
    sql`
      update "user"
      set content_hidden = false, banned_from = now(), banned_until = now() + interval '1 day'
      where id = ${AUTHOR}`,
  );
  expect((await api.call('GET', `/api/v1/user/info?id=${AUTHOR}`)).body).toMatchObject({
    state: 2,
    allow_speak: false,
  });
  expect(Object.keys(await seen(api, [`/api/v1/user/thread?user_id=${AUTHOR}`]))).toContain(
    'subject',
  );
});

test('[R23] a thread that is pending review is shown to its author only', async () => {
  const { thread, calls, own } = await community(2);
  await db.execute(
    sql`update thread set state = 'deleted' where subject = ${marks.subject} and id <> ${thread}`,
  );
  await db.execute(sql`update thread set checked = false where id = ${thread}`);
  for (const by of [api, member, administrator])
    expect(await seen(by, [...calls.slice(0, -2), ...own])).toEqual({});
  expect((await member.call('GET', `/api/v1/thread/info?id=${thread}`)).status).toBe(406);
  const author = await api.as(AUTHOR);
  expect((await author.call('GET', `/api/v1/thread/info?id=${thread}`)).body).toMatchObject({
    data: { subject: marks.subject, checked: 0 },
  });
  expect(Object.keys(await seen(author, ['/api/v1/user/thread']))).toContain('subject');
  expect(JSON.stringify((await api.call('GET', '/api/v2/public/posts')).body)).not.toContain(
    marks.first,
  );
});

test('[R24] a reply that is pending review retains its floor, and only its author reads it', async () => {
  const { thread, reply } = await community(3);
  await db.execute(sql`update post set checked = false where id = ${reply}`);
  const read = async (by: Caller) =>
    (await by.call<{ data: object[] }>('GET', `/api/v1/thread/post/list?id=${thread}`)).body
      .data[0];
  expect(await read(member)).toMatchObject({
    storey: 1,
    checked: 0,
    message: '这条回复正在等待审核。',
    message_fmt: '这条回复正在等待审核。',
    withheld: 'review',
  });
  expect(await read(await api.as(AUTHOR))).toMatchObject({
    storey: 1,
    message: `<p>${marks.reply}</p>`,
    withheld: null,
  });
  expect((await api.call('GET', `/api/v2/public/posts?id=${reply}`)).body).toEqual([]);
  // A post that contains the notice's text is not withheld.
  await db.execute(
    sql`update post set checked = true, html = '这条回复正在等待审核。' where id = ${reply}`,
  );
  expect(await read(member)).toMatchObject({ message: '这条回复正在等待审核。', withheld: null });
});

test.each([
  ['members', [10], { visitor: false, member: true, staff: true, administrator: true }],
  ['groups', [30], { visitor: false, member: false, staff: true, administrator: true }],
] as const)(
  '[R20] a forum for %s, and everything in it, exists only for those who may read it',
  async (access, groups, may) => {
    const forumId = access === 'members' ? 4 : 5;
    await db.execute(sql`update "user" set group_id = 30 where id = ${userIdOf('ache')}`);
    const { thread, calls, own } = await community(forumId);
    await db.execute(
      sql`update thread set state = 'deleted' where subject = ${marks.subject} and id <> ${thread}`,
    );
    await db.execute(
      sql`
        update comment
        set state = 'deleted'
        where thread_id <> ${thread} and html like ${`%${marks.comment}%`}`,
    );
    await db.execute(sql`update forum set access = ${access} where id = ${forumId}`);
    for (const group of groups)
      await db.execute(
        sql`insert into forum_group (forum_id, group_id) values (${forumId}, ${group})`,
      );
    const about = [
      `/api/v1/forum/theme?forum_id=${forumId}`,
      `/api/v1/thread/user/list?forum_id=${forumId}`,
      `/api/v1/forum/id?id=${forumId}`,
      `/api/v1/thread/info?id=${thread}`,
      `/api/v1/thread/post/list?id=${thread}`,
      `/api/v1/thread/offset?id=1&thread_id=${thread}`,
    ];
    const callers: [keyof typeof may, Caller][] = [
      ['visitor', api],
      ['member', member],
      ['staff', staff],
      ['administrator', administrator],
    ];
    for (const [name, by] of callers) {
      const found = await seen(
        by,
        calls.filter((path) => !path.includes('/public/')),
      );
      expect([name, Object.keys(found).length]).toEqual([name, may[name] ? 4 : 0]);
      for (const path of about)
        if (!may[name]) expect(await by.call('GET', path)).toMatchObject({ status: 404 });
      const forums = (await by.call<{ id: number }[]>('GET', '/api/v1/forum/rows')).body;
      expect([name, forums.some((forum) => forum.id === forumId)]).toEqual([name, may[name]]);
      const { body } = await by.call<{ total_count: number }>(
        'GET',
        '/api/v1/thread/index?limit=1',
      );
      const { n } = await one<{ n: number }>(
        sql`
          select sum(threads_cnt)::int as n
          from forum
          where access = 'public'
            or id = ${may[name] ? forumId : 0}
            or (access = 'members' and ${name !== 'visitor'})
            or (access = 'groups' and ${name === 'staff' || name === 'administrator'})`,
      );
      expect([name, body.total_count]).toEqual([name, n]);
    }
    // The public feed never includes this forum, whoever the client is.
    for (const [, by] of callers)
      expect(
        await seen(
          by,
          calls.filter((path) => path.includes('/public/')),
        ),
      ).toEqual({});
    expect(Object.keys(await seen(member, own)).length > 0).toBe(may.member);
    const kept = (
      await member.call<{ data: { id: number }[] }>('GET', '/api/v1/forum/favorite/list')
    ).body.data;
    expect(kept.some(({ id }) => id === forumId)).toBe(may.member);
    expect(
      (await member.call('GET', `/api/v1/forum/user/favorite?forum_id=${forumId}`)).status,
    ).toBe(may.member ? 200 : 404);
  },
);
