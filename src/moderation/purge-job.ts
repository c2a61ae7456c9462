import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { createJob } from '#domain/job/create.ts';
import type { JobHandler } from '#domain/job/run.ts';
import type { ActionContext } from './moderation-action.ts';
import type { Moderator } from './moderator.ts';
import { purgeReply, purgeThread } from './purge.ts';

export interface PurgeItem {
  kind: 'thread' | 'reply';
  id: number;
}

/**
 * Starts a job that purges deleted threads and replies; those that aren't deleted by then are
 * skipped.
 */
export const startPurge = (
  db: Db,
  actorId: number,
  items: readonly PurgeItem[],
  note: string,
): Promise<number> =>
  inTransaction(db, (tx) =>
    createJob(tx, { kind: 'purge', params: { items, note }, actorId, total: items.length }),
  );

const selectGroupOfUser = statement<{ groupId: number }, { userId: number }>(
  `select group_id as "groupId" from "user" where id = :userId`,
);

/**
 * Undefined when it was purged; otherwise the reason: it is missing already, or not deleted any
 * more.
 */
async function runAndGetRefusal(job: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await job();
    return undefined;
  } catch (error) {
    if (error instanceof AppError && (error.code === 'notFound' || error.code === 'conflict'))
      return error.code;
    throw error;
  }
}

/**
 * The job: each thread or reply in its own transaction; those that were purged before a restart are
 * missing already.
 */
export const runPurgeJob =
  (context: Pick<ActionContext, 'db' | 'timeZone'>): JobHandler =>
  async (job) => {
    const { items, note } = job.params as unknown as { items: PurgeItem[]; note: string };
    const userId = job.actorId ?? 0;
    const [actor] = await selectGroupOfUser(context.db, { userId });
    const moderator: Moderator = {
      userId,
      groupId: actor?.groupId ?? 0,
      rights: { read: true },
      isLoginFresh: false,
      isGlobal: true,
      forums: [],
      mayModerate: () => true,
    };
    const action = { ...context, moderator, reason: { note, notify: false } };
    for (let done = job.cursor; done < items.length; done++) {
      const { kind, id } = items[done] as PurgeItem;
      const refusalCode = await runAndGetRefusal(() =>
        (kind === 'thread' ? purgeThread : purgeReply)(action, id),
      );
      await job.saveProgress({
        done: done + 1,
        cursor: done + 1,
        items: [{ purged: kind, id, ...(refusalCode ? { why: refusalCode } : {}) }],
      });
    }
  };
