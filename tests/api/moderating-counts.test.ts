import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { type Caller, testApi } from '../support/api.ts';
import { wrongCounts } from '../support/counts.ts';
import { freshDatabase } from '../support/database.ts';
import { ADMIN, type Answer, appoint, MEMBER, MODERATOR, OTHER, writers } from '../support/moderating.ts';

const { db } = await freshDatabase();
const api = await testApi(db);
const [member, other, moderator, admin] = await Promise.all([api.as(MEMBER), api.as(OTHER), api.as(MODERATOR), api.as(ADMIN)]);
const write = await writers(api, member, other);
beforeAll(async () => {
  await appoint(db);
  await db.execute(sql`insert into sensitive_word (word, normalized, action, created_by) values ('内部消息', '内部消息', 'review', 10000)`);
});

/** The same numbers in each run: mulberry32. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const ACTS = 200;

test('[R22, R23, R24] after two hundred acts of everybody, four at a time, each counter is what a recount finds', { timeout: 120_000 }, async () => {
  expect(await wrongCounts(db)).toEqual([]);
  const random = chance(20_261_121);
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const threads: number[] = [];
  const replies: number[] = [];
  const comments: number[] = [];
  for (let made = 0; made < 6; made++) threads.push(await write.thread(pick([member, other]), pick([1, 2])));
  for (let made = 0; made < 20; made++) replies.push(await write.reply(pick(threads), pick([member, other, admin])));
  for (let made = 0; made < 6; made++) comments.push(await write.comment(pick(replies)));

  const undos: Answer['data']['undo'] = [];
  let done = 0;
  const post = async (by: Caller, method: string, path: string, body?: object) => {
    const answer = await by.call<Answer>(method, path, body);
    expect([200, 400, 403, 404, 406, 409], `${method} ${path} ${JSON.stringify(answer.body)}`).toContain(answer.status);
    if (answer.body.code !== 0) return answer.body;
    done++;
    undos.push(...(answer.body.data?.undo ?? []));
    if (path.endsWith('/split')) threads.push(...answer.body.data.changed);
    return answer.body;
  };
  const some = (list: readonly number[]) => [...new Set([pick(list), pick(list), pick(list)])];
  const state = (noun: string) => `/api/v2/moderation/${noun}/${pick(['delete', 'hide', 'restore'])}`;
  const acts: (() => Promise<unknown>)[] = [
    () => post(admin, 'POST', state('threads'), { ids: some(threads) }),
    () => post(admin, 'POST', state('posts'), { ids: some(replies) }),
    () => post(admin, 'POST', state('comments'), { ids: some(comments) }),
    () => post(moderator, 'PUT', '/api/v1/thread/delete', { msg: some(threads).map((id) => ({ id })) }),
    () => post(pick([admin, moderator]), 'PUT', '/api/v1/thread/update', { field: pick(['is_digest', 'is_digest_forum', 'is_top_forum']), ids: some(threads), value: random(2) }),
    () => post(admin, 'PUT', '/api/v1/post/update', { top: random(2), ids: some(replies) }),
    () => post(admin, 'POST', '/api/v2/user/threads/move', { ids: some(threads), forum_id: pick([1, 2, 3]) }),
    () => post(admin, 'POST', '/api/v2/moderation/threads/merge', { id: pick(threads), into: pick(threads) }),
    () => post(admin, 'POST', '/api/v2/moderation/threads/split', { ids: [pick(replies)], subject: '分出来的' }),
    () => post(member, 'DELETE', `/api/v1/thread/post?id=${pick(replies)}`),
    () => post(other, 'DELETE', `/api/v1/thread?id=${pick(threads)}`),
    () => post(member, 'PUT', '/api/v1/thread/post', { id: pick(replies), message: `<p>内部消息 ${random(1e9)}</p>` }),
    () => post(member, 'POST', '/api/v1/post', { thread_id: pick(threads), message: `<p>${pick(['内部消息', '一般的话'])} ${random(1e9)}</p>` }),
    async () => {
      const { data } = (await admin.call<Answer<{ kind: string; id: number }[]>>('GET', '/api/v2/moderation/review')).body;
      if (data[0]) await post(admin, 'POST', '/api/v2/moderation/review', { items: data.slice(0, 2).map(({ kind, id }) => ({ kind, id })), action: pick(['approve', 'approve', 'reject']) });
    },
    async () => {
      const undo = undos.pop();
      if (undo) await post(admin, undo.method, undo.path, undo.body);
    },
  ];
  for (let begun = 0; begun < ACTS; begun += 4) {
    await Promise.all([pick(acts)(), pick(acts)(), pick(acts)(), pick(acts)()]);
    if (begun % 40 === 0) expect(await wrongCounts(db), `after ${begun} acts`).toEqual([]);
  }
  expect(await wrongCounts(db)).toEqual([]);
  expect(done).toBeGreaterThan(ACTS / 3);
});
