import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { findWrongCounters } from '../support/counter-check.ts';
import { mergingWorld } from '../support/merging.ts';
import { type CallReply, MEMBER } from '../support/moderation-api.ts';

/* Members retain their rows of a merged thread, and are notified of the merge (R23). */

const { db, api, member, other, write, one, first, merge, undo } = await mergingWorld();

test.each([
  ['only the merged thread', ['from'], ['into'], ['from']],
  ['only the other thread', ['into'], ['into'], ['into']],
  ['both', ['from', 'into'], ['into'], ['from', 'into']],
  ['neither', [], [], []],
] as const)(
  '[R23, R25] a merge leaves one favourite to a member who has %s, and its undo restores the former ones',
  async (_, kept, merged, after) => {
    const [from, into] = [await write.thread(other), await write.thread()];
    for (const which of kept)
      await member.call('POST', '/api/v1/thread/favorite', {
        id: which === 'from' ? from : into,
        idtype: 'tid',
      });
    const favourites = async () => {
      const { data } = (
        await member.call<{ data: { oid: number }[] }>(
          'GET',
          '/api/v1/user/favorite?offset=0&limit=100',
        )
      ).body;
      return data
        .flatMap(({ oid }) => (oid === from ? ['from'] : oid === into ? ['into'] : []))
        .sort();
    };
    const { body } = await merge(from, into);
    expect(await favourites()).toEqual(merged);
    expect(await findWrongCounters(db)).toEqual([]);
    await undo(body);
    expect(await favourites()).toEqual(after);
    expect(await findWrongCounters(db)).toEqual([]);
  },
);

test('[R23, R25] an undone merge does not give a favourite back that its owner has removed meanwhile', async () => {
  const [from, into] = [await write.thread(other), await write.thread()];
  const toggle = (id: number) =>
    member.call('POST', '/api/v1/thread/favorite', { id, idtype: 'tid' });
  await toggle(from);
  const { body } = await merge(from, into);
  await toggle(into);
  await undo(body);
  const kept = sql`
    select count(*)::int as count
    from thread_favourite
    where user_id = ${MEMBER} and thread_id in (${from}, ${into})`;
  expect(await one(kept)).toEqual({ count: 0 });
  expect(await findWrongCounters(db)).toEqual([]);
});

test('[R23, R25] a merge leaves bookmarks with the posts that they are of', async () => {
  const [from, into] = [await write.thread(other), await write.thread()];
  const post = await first(from);
  await member.call('POST', '/api/v2/user/bookmark', { post_id: post, note: '再看' });
  const place = async () => {
    const { data } = (
      await member.call<{ data: { post: object | null }[] }>(
        'GET',
        `/api/v2/user/bookmarks?post_ids=${post}`,
      )
    ).body;
    return data[0]?.post;
  };
  const { body } = await merge(from, into);
  expect(await place()).toMatchObject({ thread_id: into, storey: 1 });
  await undo(body);
  expect(await place()).toMatchObject({ thread_id: from, storey: 0 });
});

test.each([
  ['merged', true],
  ['merged and taken back', false],
])(
  '[R23, R30] a mention in the first post of a thread that was %s shows its text and leads to it',
  async (_, stays) => {
    const into = await write.thread();
    const words = `看看这个 ${into}`;
    const { id: from } = (
      await other.call<CallReply<{ id: number }>>('POST', '/api/v1/thread', {
        forum_id: 1,
        type_id: 1,
        subject: `提到别人的主题 ${into}`,
        message: `<p><a class="mention" data-user-id="${MEMBER}" href="/user/${MEMBER}">@某人</a> ${words}</p>`,
        language: 'zh_CN',
      })
    ).body.data;
    const post = await first(from);
    const { body } = await merge(from, into);
    if (!stays) await undo(body);
    const { data } = (
      await member.call<{ data: Record<string, unknown>[] }>('GET', '/api/v1/user/msg?category=6')
    ).body;
    expect(data[0]).toMatchObject({
      type: 'mention',
      message_fmt: `@某人 ${words}`,
      thread_id: stays ? into : from,
      storey: stays ? 1 : 0,
      send_post_id: stays ? post : 0,
      from_idtype: stays ? 'pid' : 'tid',
    });
    if (!stays) return;
    const { body: page } = await api.call<{ data: { id: number; message: string }[] }>(
      'GET',
      `/api/v1/thread/post/list?id=${into}`,
    );
    expect(page.data.find(({ id }) => id === post)?.message).toContain(`>@某人</a> ${words}`);
  },
);
