import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { findWrongCounters } from '../support/counter-check.ts';
import { mergingWorld } from '../support/merging.ts';
import { ADMIN, type CallReply, MEMBER, OTHER } from '../support/moderation-api.ts';

const { db, api, member, other, moderator, admin, write, one, first, merge, undo } =
  await mergingWorld();

const floors = async (thread: number) =>
  (
    await db.execute<{ id: number; floor: number }>(
      sql`select id, floor from post where thread_id = ${thread} order by floor`,
    )
  ).rows.map(({ id, floor }) => [floor, id]);

describe('[R23] merging', () => {
  test('puts all posts behind the last floor, in their order, counted once, and the search finds them there', async () => {
    const [from, into] = [await write.thread(other), await write.thread()];
    const [a, b] = [await write.reply(from, member), await write.reply(from)];
    const kept = await write.reply(into);
    const comment = await write.comment(a);
    const begun = await first(from);
    const { body } = await merge(from, into);
    expect(body).toMatchObject({ code: 0, data: { changed: [from] } });
    expect(await floors(into)).toEqual([
      [0, await first(into)],
      [1, kept],
      [2, begun],
      [3, a],
      [4, b],
    ]);
    expect(await one(sql`select thread_id from comment where id = ${comment}`)).toEqual({
      thread_id: into,
    });
    expect((await api.call('GET', `/api/v1/thread/info?id=${from}`)).status).toBe(406);
    expect(
      (
        await api.call<{ offset: number }>(
          'GET',
          `/api/v1/thread/offset?id=${b}&thread_id=${into}&page_size=2`,
        )
      ).body.offset,
    ).toBe(1);
    expect(
      await one(
        sql`
          select act, note, thread_id, post_id
          from notification
          where user_id = ${OTHER} and kind = 'moderation'
          order by id desc
          limit 1`,
      ),
    ).toEqual({ act: 'thread.merge', note: '同一个问题', thread_id: into, post_id: begun });
    expect(await findWrongCounters(db)).toEqual([]);
  });

  test('[R30] moves its watchers along, unless they chose a level for the other thread', async () => {
    const [from, into] = [await write.thread(other), await write.thread()];
    const watch = (by: typeof member, id: number, level: string) =>
      by.call('POST', '/api/v2/user/watch', { kind: 'thread', id, level });
    await watch(member, from, 'all');
    await watch(admin, from, 'all');
    await watch(admin, into, 'muted');
    await merge(from, into);
    const { rows } = await db.execute<{ userId: number; level: string }>(
      sql`
        select user_id as "userId", level
        from watch
        where kind = 'thread' and target_id = ${into} and user_id in (${MEMBER}, ${ADMIN})
        order by level`,
    );
    expect(rows).toEqual([
      { userId: MEMBER, level: 'all' },
      { userId: ADMIN, level: 'muted' },
    ]);
  });

  test('is undone: posts return to their places, and later ones retain their floors', async () => {
    const [from, into] = [await write.thread(), await write.thread(other)];
    const replies = [await write.reply(from), await write.reply(from)];
    const before = await floors(from);
    const { body } = await merge(from, into);
    const later = await write.reply(into);
    api.takenDown.length = 0;
    await undo(body);
    expect(api.takenDown.flat(), 'pages that showed what moved back').toContain(`t:${into}`);
    expect(await floors(from)).toEqual(before);
    expect(await floors(into)).toEqual([
      [0, await first(into)],
      [4, later],
    ]);
    expect(replies.length).toBe(2);
    expect((await api.call('GET', `/api/v1/thread/info?id=${from}`)).status).toBe(200);
    expect(await findWrongCounters(db)).toEqual([]);
    expect(
      (
        await moderator.call('POST', '/api/v2/moderation/actions', {
          action: 'unmerge',
          kind: 'thread',
          ids: [from],
        })
      ).status,
    ).toBe(409);
  });

  test('happens once when two moderators merge at the same moment, and never into itself or into a hidden thread', async () => {
    const [from, into, gone] = [await write.thread(), await write.thread(), await write.thread()];
    const answers = await Promise.all([
      merge(from, into),
      merge(from, into, admin),
      merge(into, from, admin),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await merge(into, into)).status).toBe(400);
    await member.call('DELETE', `/api/v1/thread?id=${gone}`);
    const alive = await write.thread();
    expect([(await merge(gone, alive)).status, (await merge(alive, gone)).status]).toEqual([
      406, 406,
    ]);
    expect(
      (
        await moderator.call('POST', '/api/v2/moderation/actions', {
          action: 'restore',
          kind: 'thread',
          ids: [answers[2]?.status === 200 ? into : from],
        })
      ).status,
    ).toBe(409);
    expect(await findWrongCounters(db)).toEqual([]);
  });
});

describe('[R23] splitting', () => {
  const split = (ids: number[], more: object = {}) =>
    moderator.call<CallReply>('POST', '/api/v2/moderation/actions', {
      action: 'split',
      kind: 'reply',
      ids,
      subject: '分出来的话题',
      note: '跑题了',
      is_notify: 1,
      ...more,
    });

  test('makes a thread of replies, by the author of the earliest; the others retain their floors', async () => {
    const thread = await write.thread();
    const [a, b, c] = [
      await write.reply(thread),
      await write.reply(thread, member),
      await write.reply(thread),
    ];
    await moderator.call('PUT', '/api/v1/post/update', { field: 'is_top_forum', top: 1, ids: [a] });
    const { body } = await split([c, a]);
    const made = body.data.changed[0] as number;
    expect(await floors(made)).toEqual([
      [0, a],
      [1, c],
    ]);
    expect(await floors(thread)).toEqual([
      [0, await first(thread)],
      [2, b],
    ]);
    expect((await api.call('GET', `/api/v1/thread/info?id=${made}`)).body).toMatchObject({
      data: { subject: '分出来的话题', user_id: OTHER, posts_cnt: 1, first_post_id: a },
    });
    expect(await findWrongCounters(db)).toEqual([]);
    await undo(body);
    expect((await floors(thread)).map(([floor]) => floor)).toEqual([0, 1, 2, 3]);
    expect((await api.call('GET', `/api/v1/thread/info?id=${made}`)).status).toBe(406);
    expect(await findWrongCounters(db)).toEqual([]);
  });

  test('can lead to another forum, and can’t be undone after an answer there', async () => {
    const thread = await write.thread();
    const a = await write.reply(thread);
    const { body } = await split([a], { forum_id: 2 });
    const made = body.data.changed[0] as number;
    await write.reply(made, member);
    expect(
      (
        await admin.call('POST', '/api/v2/moderation/actions', {
          action: 'unsplit',
          kind: 'thread',
          ids: [made],
        })
      ).status,
    ).toBe(409);
    expect(await one(sql`select forum_id from post where id = ${a}`)).toEqual({ forum_id: 2 });
    expect(await findWrongCounters(db)).toEqual([]);
  });

  test('takes replies of one thread only, and a subject that fits', async () => {
    const [one, two] = [await write.thread(), await write.thread()];
    const [a, b] = [await write.reply(one), await write.reply(two)];
    expect((await split([a, b])).status).toBe(400);
    expect((await split([await first(one)])).status).toBe(400);
    expect((await split([a], { subject: '短' })).body).toMatchObject({ err_code: 'length' });
    expect((await split([99_999_999])).status).toBe(404);
    expect(
      (
        await other.call('POST', '/api/v2/moderation/actions', {
          action: 'split',
          kind: 'reply',
          ids: [a],
          subject: '不是版主',
        })
      ).status,
    ).toBe(403);
  });
});

describe('[R23, R25] likes', () => {
  const like = async (body: object, by = admin) =>
    expect((await by.call<CallReply>('POST', '/api/v1/thread/up', body)).body).toMatchObject({
      code: 0,
    });
  const likes = async (thread: number, post: number) =>
    one<{ thread: number; post: number }>(
      sql`
        select t.likes_cnt as thread, p.likes_cnt as post
        from thread t, post p
        where t.id = ${thread} and p.id = ${post}`,
    );
  const isLiked = async (kind: 'post' | 'thread', id: number, by = admin) =>
    (await by.call<CallReply<unknown>>('POST', `/api/v1/${kind}/exists/up`, { ids: [id] })).body
      .data;

  test('go with a reply that becomes the first post of a thread, and back with it', async () => {
    const reply = await write.reply(await write.thread());
    await like({ id: reply, idtype: 'pid' });
    await like({ id: reply, idtype: 'pid' }, member);
    const { body } = await moderator.call<CallReply>('POST', '/api/v2/moderation/actions', {
      action: 'split',
      kind: 'reply',
      ids: [reply],
      subject: '分出来的话',
    });
    const fresh = body.data.changed[0] as number;
    expect(await likes(fresh, reply)).toEqual({ thread: 2, post: 0 });
    expect(await isLiked('thread', fresh)).toEqual([fresh]);
    const { body: told } = await other.call<
      CallReply<{ kind: string; likers: unknown[]; like_cnt: number }[]>
    >('GET', '/api/v1/user/msg?category=2');
    expect(told.data.find(({ kind }) => kind === 'like')).toMatchObject({
      likers: [{ id: MEMBER }, { id: ADMIN }],
      like_cnt: 2,
    });
    await like({ id: fresh, idtype: 'tid' }, member);
    await undo(body);
    expect(await likes(fresh, reply)).toEqual({ thread: 0, post: 1 });
    expect(await isLiked('post', reply)).toEqual([reply]);
    expect(await findWrongCounters(db)).toEqual([]);
  });

  test('go with the first post of a thread that is merged into another, and back with it', async () => {
    const [from, into] = [await write.thread(other), await write.thread()];
    const begun = await first(from);
    await like({ id: from, idtype: 'tid' });
    const { body } = await merge(from, into);
    expect(await likes(from, begun)).toEqual({ thread: 0, post: 1 });
    expect(await isLiked('post', begun)).toEqual([begun]);
    await like({ id: begun, idtype: 'pid' }, member);
    await undo(body);
    expect(await likes(from, begun)).toEqual({ thread: 2, post: 0 });
    expect(await findWrongCounters(db)).toEqual([]);
  });

  test('of a first post are likes of its thread, whichever of the two is named', async () => {
    const thread = await write.thread();
    const begun = await first(thread);
    await like({ id: begun, idtype: 'pid' });
    expect(await likes(thread, begun)).toEqual({ thread: 1, post: 0 });
    expect(await isLiked('post', begun)).toEqual([begun]);
    await like({ id: thread, idtype: 'tid' });
    expect(await likes(thread, begun)).toEqual({ thread: 0, post: 0 });
    expect(await isLiked('post', begun)).toEqual([]);
  });
});
