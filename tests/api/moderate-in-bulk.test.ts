import { sql } from 'drizzle-orm';
import pg from 'pg';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { MAX_ACTION_TARGETS } from '#contracts/limits.ts';
import type { ActionContext } from '#moderation/moderation-action.ts';
import { featureReplies, setReplyStates } from '#moderation/reply-states.ts';
import { setThreadStates } from '#moderation/thread-states.ts';
import { findWrongCounters } from '../support/counter-check.ts';
import { type MadeThread, thread } from '../support/factories.ts';
import { ADMIN } from '../support/moderation-api.ts';
import { selectRows } from '../support/query-rows.ts';
import { demoDatabase } from '../support/test-database.ts';

/* Actions on many targets at once: the number of statements doesn't grow with them. */

const { db } = await demoDatabase();
const rows = selectRows(db);

const context: ActionContext = {
  db,
  timeZone: 'Asia/Shanghai',
  moderator: {
    userId: ADMIN,
    groupId: 1,
    rights: { read: true },
    isLoginFresh: true,
    isGlobal: true,
    forums: [],
    mayModerate: () => true,
  },
  reason: { note: '离题', notify: true },
};

/** The statements of a transaction, without its begin and commit. */
async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await work();
  const { length } = query.mock.calls;
  query.mockRestore();
  return length - 2;
}

/** A hundred replies, four in each thread, with an author for each thread. */
let threads: MadeThread[] = [];
const replies = (): number[] => threads.flatMap((made) => made.replies);
beforeAll(async () => {
  for (let made = 0; made < MAX_ACTION_TARGETS / 4; made++)
    threads = [...threads, await thread(db, { replies: 4, quoting: true })];
});
describe('[R24] a hundred targets', () => {
  test('replies are hidden with at most 15 statements', async () => {
    const statements = await countStatements(() => setReplyStates(context, replies(), 'hidden'));
    expect(statements).toBeLessThan(16);
    await setReplyStates(context, replies(), 'normal');
  });

  test('hidden and restored replies leave the counters as they were', async () => {
    await setReplyStates(context, replies(), 'hidden');
    expect(await findWrongCounters(db)).toEqual([]);
    await setReplyStates(context, replies(), 'normal');
    expect(await findWrongCounters(db)).toEqual([]);
  });

  test('each author of a hidden reply is notified of each of their replies', async () => {
    await setReplyStates(context, replies(), 'hidden');
    const [first] = threads;
    expect(
      await rows(sql`
        select post_id as post, note
        from notification
        where act = 'post.hide' and thread_id = ${first?.id}
        order by post_id`),
    ).toEqual(expect.arrayContaining(first?.replies.map((post) => ({ post, note: '离题' })) ?? []));
    await setReplyStates(context, replies(), 'normal');
  });

  test('replies are featured with at most 15 statements', async () => {
    expect(await countStatements(() => featureReplies(context, replies(), true))).toBeLessThan(16);
    expect(await findWrongCounters(db)).toEqual([]);
  });

  test('threads are deleted with at most 15 statements', async () => {
    const ids = threads.map(({ id }) => id);
    expect(await countStatements(() => setThreadStates(context, ids, 'deleted'))).toBeLessThan(16);
    await setThreadStates(context, ids, 'normal');
    expect(await findWrongCounters(db)).toEqual([]);
  });
});
