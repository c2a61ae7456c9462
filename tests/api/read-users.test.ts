import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DEFAULT_CANNED_REASONS, parseCannedReasons } from '#contracts/canned-reasons.ts';
import type { UserPostsReplyWire, UserThreadsReplyWire } from '#contracts/wire/own-content.ts';
import type { PublicPostWire } from '#contracts/wire/post.ts';
import type { UserBriefsReplyWire, UserInfoWire, UserTagWire } from '#contracts/wire/user.ts';
import { PEOPLE } from '../support/people.ts';
import { selectRows } from '../support/query-rows.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

const { db } = await demoDatabase();
const api = await testApi(db);
const member = await api.as(PEOPLE.member);
const other = await api.as(PEOPLE.otherMember);
const administrator = await api.as(PEOPLE.globalModerator);
const rows = selectRows(db);

const PERSONAL = {
  realname: '陈林',
  email: 'private@lantu.example',
  mobile: '13912345678',
  qq: '99887766',
  created_ip: '203.0.113.7',
  login_ip: '203.0.113.8',
};
await db.execute(
  sql`
    update "user"
    set
      realname = ${PERSONAL.realname},
      email = ${PERSONAL.email},
      mobile = ${PERSONAL.mobile},
      qq = ${PERSONAL.qq},
      created_ip = ${PERSONAL.created_ip},
      login_ip = ${PERSONAL.login_ip}
    where id = ${PEOPLE.member}`,
);

test('[R20] personal data is given to the person, by no call of the site to anybody else', async () => {
  const [thread] = await rows<{ id: number }>(
    sql`select id from thread where user_id = ${PEOPLE.member} and state = 'normal' limit 1`,
  );
  const calls = [
    `user/info?id=${PEOPLE.member}`,
    `user/thread?user_id=${PEOPLE.member}`,
    `user/post?user_id=${PEOPLE.member}`,
    `thread/info?id=${thread?.id}`,
    `thread/post/list?id=${thread?.id}`,
    'thread/index?limit=100',
    `user/list?ids=${PEOPLE.member}`,
  ];
  for (const by of [api, other]) {
    for (const call of calls) {
      const text = JSON.stringify((await by.call('GET', `/api/v1/${call}`)).body);
      for (const value of Object.values(PERSONAL))
        expect([call, text.includes(value)]).toEqual([call, false]);
    }
  }
  expect(
    Object.keys((await other.call('GET', `/api/v1/user/info?id=${PEOPLE.member}`)).body),
  ).not.toContain('email');
  const whole = {
    id: PEOPLE.member,
    realname: PERSONAL.realname,
    email: PERSONAL.email,
    email_checked: 1,
    mobile: PERSONAL.mobile,
    qq: PERSONAL.qq,
    create_ip: PERSONAL.created_ip,
    login_ip: PERSONAL.login_ip,
  };
  expect((await member.call('GET', '/api/v1/user/info')).body).toMatchObject(whole);
  expect((await member.call('GET', `/api/v1/user/info?id=${PEOPLE.member}`)).body).toMatchObject(
    whole,
  );
  expect(
    Object.keys((await administrator.call('GET', `/api/v1/user/info?id=${PEOPLE.member}`)).body),
  ).not.toContain('email');
  expect((await member.call('GET', '/api/v1/login/is_login')).body).toMatchObject(whole);
});

test('[R35] a person has a level with its bounds, a group and numbers; nobody is 404', async () => {
  await db.execute(sql`update "user" set level_id = 2 where id = ${PEOPLE.otherMember}`);
  const { body } = await api.call<UserInfoWire>(
    'GET',
    `/api/v1/user/info?id=${PEOPLE.otherMember}`,
    undefined,
    { 'accept-language': 'en' },
  );
  const [next] = await rows<{ min: number }>(
    sql`select min_credits as min from level where id = 3`,
  );
  expect(body).toMatchObject({
    id: PEOPLE.otherMember,
    level: 2,
    levels: { id: 2, level_name: 'Ruler', max: Number(next?.min) - 1 },
  });
  expect(
    (
      await other.call<UserInfoWire>('GET', '/api/v1/user/info', undefined, {
        'accept-language': 'en',
      })
    ).body.levels,
  ).toEqual(body.levels);
  expect((await api.call('GET', '/api/v1/user/info?id=999999')).status).toBe(404);
  for (const call of ['thread', 'post'])
    expect((await api.call('GET', `/api/v1/user/${call}?user_id=999999`)).status).toBe(404);
});

test('[R24] members find people by the beginning of their names, in any case, or by ids', async () => {
  await db.execute(sql`update "user" set nickname = 'Zeta Alpha' where id = ${PEOPLE.otherMember}`);
  await db.execute(sql`update "user" set nickname = 'zeta_100%' where id = ${PEOPLE.fourthMember}`);
  await db.execute(sql`update "user" set username = 'ZETAuser' where id = ${PEOPLE.fifthMember}`);
  const find = async (query: string) =>
    (await member.call<UserBriefsReplyWire>('GET', `/api/v1/user/list?${query}`)).body.data.map(
      ({ id }) => id,
    );
  expect((await find('keyword=ZeTa')).sort()).toEqual([
    PEOPLE.otherMember,
    PEOPLE.fourthMember,
    PEOPLE.fifthMember,
  ]);
  expect(await find('keyword=zeta_')).toEqual([PEOPLE.fourthMember]);
  expect(await find('keyword=zeta_100%25')).toEqual([PEOPLE.fourthMember]);
  expect(await find('keyword=%25')).toEqual([]);
  expect(await find('keyword=alpha')).toEqual([]);
  expect(await find('keyword=zeta&limit=1')).toHaveLength(1);
  expect(await find(`ids=${PEOPLE.otherMember},${PEOPLE.member},${PEOPLE.otherMember}`)).toEqual([
    PEOPLE.member,
    PEOPLE.otherMember,
  ]);
  expect(await find('')).toEqual([]);
  expect((await api.call('GET', '/api/v1/user/list?keyword=zeta')).status).toBe(401);
});

test('[R35] a person’s posts, newest first, by time and by page', async () => {
  const [busy] = await rows<{ id: number }>(
    sql`
      select user_id as id
      from post p
      where floor > 0 and state = 'normal'
      group by 1
      order by count(*) desc
      limit 1`,
  );
  const replies = await rows<{ id: number }>(
    sql`
      select p.id
      from post p
      join thread t on t.id = p.thread_id and t.state = 'normal' and t.checked
      where p.user_id = ${busy?.id} and p.floor > 0 and p.state = 'normal'
      order by p.id desc`,
  );
  const posts = async (query: string) =>
    (await api.call<UserPostsReplyWire>('GET', `/api/v1/user/post?user_id=${busy?.id}&${query}`))
      .body;
  const page = await posts('limit=3&offset=1');
  expect(page.data.map((post) => post.id)).toEqual(replies.slice(3, 6).map((row) => row.id));
  expect(page).toMatchObject({ total_count: replies.length, total_limit: 3, total_offset: 1 });
  expect(
    page.data.every(
      (post) =>
        post.thread.id === post.thread_id &&
        post.forum.id === post.thread.forum_id &&
        post.post_user_id === busy?.id &&
        post.isfirst === 0,
    ),
  ).toBe(true);
  await db.execute(
    sql`update post set created_at = now() - interval '400 days' where user_id = ${busy?.id}`,
  );
  await db.execute(
    sql`update post set created_at = now() - interval '20 days' where id = ${replies[1]?.id}`,
  );
  await db.execute(
    sql`update post set created_at = now() - interval '2 days' where id = ${replies[2]?.id}`,
  );
  await db.execute(
    sql`update post set created_at = now() - interval '200 days' where id = ${replies[0]?.id}`,
  );
  expect((await posts('date_type=1')).data.map((post) => post.id)).toEqual([replies[2]?.id]);
  expect((await posts('date_type=2')).total_count).toBe(2);
  expect((await posts('date_type=3')).total_count).toBe(3);
  expect((await posts('date_type=0')).total_count).toBe(replies.length);
});

test('[R35] a person’s threads omit removed ones; the own list needs no id', async () => {
  const [author] = await rows<{ id: number }>(
    sql`
      select user_id as id
      from thread
      where state <> 'normal'
      group by 1
      order by count(*) desc
      limit 1`,
  );
  const expected = (
    await rows<{ id: number }>(
      sql`
        select id
        from thread
        where user_id = ${author?.id} and state = 'normal' and checked
        order by id desc`,
    )
  ).map((row) => row.id);
  const { body } = await api.call<UserThreadsReplyWire>(
    'GET',
    `/api/v1/user/thread?user_id=${author?.id}&limit=100`,
  );
  expect(body).toMatchObject({ code: 0, total_count: expected.length });
  expect(body.data.map((thread) => thread.id)).toEqual(expected);
  const own = await (await api.as(author?.id as number)).call<UserThreadsReplyWire>(
    'GET',
    '/api/v1/user/thread?limit=100',
  );
  expect(own.body.data.map((thread) => thread.id)).toEqual(expected);
  expect((await api.call('GET', '/api/v1/user/thread')).status).toBe(401);
});

test('[R35] tags that were taken from a person are not listed', async () => {
  const read = async () =>
    (
      await api.call<UserTagWire[]>(
        'GET',
        `/api/v2/public/user/tags?user_id=${PEOPLE.forumModerator}`,
      )
    ).body;
  const before = await read();
  expect(before.length).toBeGreaterThan(1);
  await db.execute(sql`update user_tag set deleted_at = now() where id = ${before[0]?.id}`);
  expect(await read()).toEqual(before.slice(1));
});

test('[R36] [R44] the public feed has every shown post, newest first, by rows', async () => {
  const read = async (query: string) =>
    (await api.call<PublicPostWire[]>('GET', `/api/v2/public/posts?${query}`)).body;
  const expected = await rows<{ id: number; first: number }>(sql`
    select p.id, (p.floor = 0)::int as first
    from post p
    join thread t on t.id = p.thread_id
    join "user" u on u.id = p.user_id
    where p.state = 'normal' and t.state = 'normal' and not u.content_hidden
    order by p.id desc`);
  expect((await read('limit=30')).map((post) => [post.id, post.is_first])).toEqual(
    expected.slice(0, 30).map((row) => [row.id, row.first]),
  );
  expect((await read('limit=5&offset=7')).map((post) => post.id)).toEqual(
    expected.slice(7, 12).map((row) => row.id),
  );
  expect(await read(`offset=${expected.length}`)).toEqual([]);
  const [newest] = await read('limit=1');
  expect(await read(`id=${newest?.id}`)).toEqual([newest]);
  expect(await read(`id=${newest?.id}&offset=1`)).toEqual([]);
  const [gone] = await rows<{ id: number }>(
    sql`select id from post where state = 'deleted' limit 1`,
  );
  expect(await read(`id=${gone?.id}`)).toEqual([]);
});

test('[R34] public configuration is given as stored, as JSON in text; other names are missing', async () => {
  const { body } = await api.call<{ field: string; value: string }>(
    'GET',
    '/api/v2/public/config/carousel',
  );
  const [stored] = await rows<{ value: unknown }>(
    sql`select value from config_entry where field = 'carousel'`,
  );
  expect(body).toMatchObject({ field: 'carousel' });
  expect(JSON.parse(body.value)).toEqual(stored?.value);
  await db.execute(sql`insert into config_entry (field, value) values ('secret', '{}')`);
  for (const name of ['secret', 'nothing', '__proto__'])
    expect((await api.call('GET', `/api/v2/public/config/${name}`)).status).toBe(404);
});

test('[R34] the canned reasons are the initial ones until an administrator saves others', async () => {
  const read = async () => {
    const { body } = await api.call<{ value: string }>('GET', '/api/v2/public/config/reasons');
    return parseCannedReasons(JSON.parse(body.value));
  };
  await db.execute(sql`delete from config_entry where field = 'reasons'`);
  expect(await read()).toEqual(DEFAULT_CANNED_REASONS);
  await db.execute(
    sql`insert into config_entry (field, value) values ('reasons', '{"cards": []}')`,
  );
  expect(await read()).toEqual([]);
});
