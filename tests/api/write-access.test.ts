import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* Readers of a forum may write there; others may not. */

const FORUM = 1;
const { db } = await demoDatabase();
const api = await testApi(db);
const member = await api.as(PEOPLE.member);
/** A member of the forum's group. */
const invited = await api.as(PEOPLE.otherMember);
const administrator = await api.as(PEOPLE.administrator);
/** A global moderator by the number, whatever the group. */
const master = await api.as(PEOPLE.globalModerator);

interface Reply {
  code: number;
  data: { id: number };
}
let theme: number;
let thread: number;
let reply: number;

let count = 0;
const words = () => `<p>内部通知第 ${++count} 条。</p>`;
const begin = (by: typeof member) =>
  by.call<Reply>('POST', '/api/v1/thread', {
    forum_id: FORUM,
    type_id: theme,
    subject: `内部 ${++count}`,
    message: words(),
    language: 'zh_CN',
  });
const answer = (by: typeof member) =>
  by.call<Reply>('POST', '/api/v1/post', {
    thread_id: thread,
    forum_id: FORUM,
    message: words(),
    quote_user_id: 0,
  });
const comment = (by: typeof member) =>
  by.call<Reply>('POST', '/api/v1/post/comment', { post_id: reply, message: words() });

beforeAll(async () => {
  theme = Number(
    (await db.execute(sql`select min(id) as id from theme where forum_id = ${FORUM}`)).rows[0]?.id,
  );
  const [group] = (
    await db.execute<{ id: number }>(
      sql`
        insert into "group" (name, name_en, allow_read, allow_thread, allow_post)
        values ('受邀', 'Invited', true, true, true)
        returning id`,
    )
  ).rows;
  await db.execute(sql`update "user" set group_id = ${group?.id} where id = ${PEOPLE.otherMember}`);
  await db.execute(sql`update "user" set group_id = 10 where id = 10001`);
  await db.execute(sql`update forum set access = 'groups' where id = ${FORUM}`);
  await db.execute(
    sql`insert into forum_group (forum_id, group_id) values (${FORUM}, ${group?.id})`,
  );
  const made = await begin(invited);
  thread = made.body.data.id;
  reply = (await answer(invited)).body.data.id;
});

test.for([
  ['somebody of the group', invited],
  ['an administrator', administrator],
  ['who moderates everywhere', master],
] as const)('[R20, R23, R24] %s writes in a forum of certain groups', async ([, who]) => {
  for (const write of [begin, answer, comment])
    expect(await write(who)).toMatchObject({ status: 200, body: { code: 0 } });
});

test('[R20] others don’t, by any call', async () => {
  for (const write of [begin, answer, comment]) expect((await write(member)).status).toBe(403);
  for (const write of [begin, answer, comment])
    expect((await write(api as unknown as typeof member)).status).toBe(401);
});
