import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { NEWCOMER_BUDGETS } from '#contracts/limits.ts';
import { userIdOf } from '../../scripts/seed/people.ts';
import {
  type CallReply,
  createWriters,
  freshMessage,
  MEMBER,
  OTHER,
} from '../support/moderation-api.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* Posting limits of newcomers with a token, which solves no captcha. */

const { db } = await demoDatabase();
const api = await testApi(db, { RATE_LIMITS: 'on' });
const write = await createWriters(api, await api.as(MEMBER), await api.as(OTHER));
const NEWCOMER = userIdOf('yunwei');
const newcomer = await api.as(NEWCOMER);
const thread = await write.thread();

beforeEach(async () => {
  await db.execute(sql`delete from forum_moderator where user_id = ${NEWCOMER}`);
  await db.execute(sql`update "user" set created_at = now(), posts_cnt = 0 where id = ${NEWCOMER}`);
  await db.execute(sql`delete from rate_limit`);
});

const code = async (asked: Promise<{ body: Partial<CallReply> }>): Promise<string> => {
  const { body } = await asked;
  return body.code === 0 ? 'ok' : (body.err_code ?? '');
};
const letter = (to: number, by = newcomer) =>
  code(by.call('POST', '/api/v1/user/letter', { receive_user_id: to, note: freshMessage() }));
const reply = (message: string, more: object = {}, by = newcomer) =>
  code(by.call('POST', '/api/v1/post', { thread_id: thread, message, ...more }));
const people = (count: number) =>
  Array.from({ length: count }, (_, index) => userIdOf('wangluo') + index);

describe('[R32] a newcomer’s program', () => {
  test('sends a limited number of private messages, also at once, and continues after the hour', async () => {
    const answers = await Promise.all(people(12).map((id) => letter(id)));
    expect(answers.filter((one) => one === 'ok')).toHaveLength(NEWCOMER_BUDGETS.letter.hour);
    expect(new Set(answers)).toEqual(new Set(['ok', 'newcomerLimit']));
    const refused = await newcomer.call<CallReply>('POST', '/api/v1/user/letter', {
      receive_user_id: MEMBER,
      note: freshMessage(),
    });
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    await db.execute(sql`update rate_limit set expire = 0 where key like 'newcomer-letter-hour%'`);
    expect(await letter(MEMBER)).toBe('ok');
  });

  test('begins only so many threads', async () => {
    const begin = () =>
      code(
        newcomer.call('POST', '/api/v1/thread', {
          forum_id: 1,
          type_id: 1,
          subject: '看这里',
          message: freshMessage(),
          language: 'zh_CN',
        }),
      );
    const answers: string[] = [];
    for (let n = 0; n <= NEWCOMER_BUDGETS.thread.hour; n++) answers.push(await begin());
    expect(answers).toEqual([
      ...Array.from({ length: NEWCOMER_BUDGETS.thread.hour }, () => 'ok'),
      'newcomerLimit',
    ]);
  });

  test('names only so many people, in the call and in the text', async () => {
    const mention = (id: number) =>
      `<a class="mention" data-user-id="${id}" href="/user/${id}">@x</a>`;
    expect(
      await reply(freshMessage(), { user_ids: people(NEWCOMER_BUDGETS.mention.hour + 1) }),
    ).toBe('newcomerLimit');
    expect(
      await reply(freshMessage() + people(8).map(mention).join(''), { user_ids: people(8) }),
    ).toBe('ok');
    expect(await reply(freshMessage() + people(3).map(mention).join(''))).toBe('newcomerLimit');
    expect(await reply(freshMessage())).toBe('ok');
  });

  test('names nobody more by writing the names in another way', async () => {
    const odd = [
      (id: number) =>
        `<a data-user-id="&#${String(id).charCodeAt(0)};${String(id).slice(1)}">@x</a>`,
      (id: number) => `<span data-user-id=${id}>@x</span>`,
      (id: number) => `<a data-user-id='\n${id}' data-user-id=1>@x</a>`,
    ];
    for (const mention of odd) {
      await db.execute(sql`delete from rate_limit`);
      await db.execute(sql`delete from notification where actor_id = ${NEWCOMER}`);
      const named = async (ids: number[]) => reply(freshMessage() + ids.map(mention).join(''));
      const answer = await named(people(NEWCOMER_BUDGETS.mention.hour + 1));
      const told =
        (
          await db.execute<{ count: number }>(
            sql`select count(*)::int as count from notification where actor_id = ${NEWCOMER}`,
          )
        ).rows[0]?.count ?? 0;
      expect(answer === 'newcomerLimit' || told === 0).toBe(true);
    }
    await db.execute(sql`delete from notification where actor_id = ${NEWCOMER}`);
    for (const id of [`+${userIdOf('wangluo')}`, '1e4', '0x2730', `${userIdOf('wangluo')}.0`])
      expect(await reply(`${freshMessage()}<a data-user-id="${id}">@x</a>`)).toBe('ok');
    expect(
      (
        await db.execute(
          sql`
            select
            from notification
            where actor_id = ${NEWCOMER} and user_id in (10000, ${userIdOf('wangluo')})`,
        )
      ).rowCount,
    ).toBe(0);
  });

  test('has the same budgets by all tokens and in browsers', async () => {
    const other = await api.as(NEWCOMER);
    const answers = await Promise.all(
      people(8).map((id, index) => letter(id, index % 2 ? newcomer : other)),
    );
    expect(answers.filter((one) => one === 'ok')).toHaveLength(NEWCOMER_BUDGETS.letter.hour);
  });

  test('doesn’t apply to members of a day with three posts, nor to moderators', async () => {
    await db.execute(
      sql`
        update "user"
        set created_at = now() - interval '25 hours', posts_cnt = 3
        where id = ${NEWCOMER}`,
    );
    expect(new Set(await Promise.all(people(12).map((id) => letter(id))))).toEqual(new Set(['ok']));
    await db.execute(
      sql`update "user" set created_at = now(), posts_cnt = 0 where id = ${NEWCOMER}`,
    );
    await db.execute(sql`delete from rate_limit`);
    await db.execute(sql`insert into forum_moderator (forum_id, user_id) values (1, ${NEWCOMER})`);
    expect(new Set(await Promise.all(people(12).map((id) => letter(id))))).toEqual(new Set(['ok']));
  });
});
