import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { createJob } from '#domain/job/create.ts';
import type { JobHandler } from '#domain/job/run.ts';
import type { Because, Place } from './act.ts';
import type { Moderator } from './moderator.ts';
import { purgeReply, purgeThread } from './purge.ts';

export interface Purged {
  kind: 'thread' | 'reply';
  id: number;
}

/**
 * Orders the removal of deleted threads and replies for good; what isn't deleted by then is left
 * alone.
 */
export const startPurge = (
  db: Db,
  actorId: number,
  items: readonly Purged[],
  note: string,
): Promise<number> =>
  inTransaction(db, (tx) =>
    createJob(tx, { kind: 'purge', params: { items, note }, actorId, total: items.length }),
  );

const groupOf = statement<{ groupId: number }, { userId: number }>(
  `select group_id as "groupId" from "user" where id = :userId`,
);

/**
 * Undefined when it was removed; otherwise why it wasn't: it is gone already, or not deleted any
 * more.
 */
async function refusal(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof AppError && (error.code === 'notFound' || error.code === 'conflict'))
      return error.code;
    throw error;
  }
}

/**
 * The job: one thread or reply in a transaction of its own each; what was removed before a restart
 * isn't there any more.
 */
export const purgeAsJob =
  (place: Place): JobHandler =>
  async (work) => {
    const { items, note } = work.params as unknown as { items: Purged[]; note: string };
    const userId = work.actorId ?? 0;
    const [actor] = await groupOf(place.db, { userId });
    const moderator: Moderator = {
      userId,
      groupId: actor?.groupId ?? 0,
      rights: { read: true },
      fresh: false,
      everywhere: true,
      forums: [],
      may: () => true,
    };
    const because: Because = { note, notify: false };
    for (let done = work.cursor; done < items.length; done++) {
      const { kind, id } = items[done] as Purged;
      const why = await refusal(() =>
        (kind === 'thread' ? purgeThread : purgeReply)(place, moderator, because, id),
      );
      await work.step({
        done: done + 1,
        cursor: done + 1,
        items: [{ purged: kind, id, ...(why ? { why } : {}) }],
      });
    }
  };
