import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { type Runner, statement } from '#db/statement.ts';
import type { MayModerate } from '../forum/access.ts';
import { LATEST_CONTENTS } from '../post/claim-content.ts';
import { lockThreads } from './counts.ts';

/**
 * Seconds until somebody may write in a thread again; null when they haven't yet. Deleted posts
 * count. Of comments the latest are looked at: nobody writes more of them a day.
 */
const selectSecondsLeft = statement<
  { seconds: number | null },
  { threadId: number; userId: number; minutes: number }
>(`
  select
    ceil(
      extract(epoch from max(written.at) + :minutes::int * interval '1 minute' - now())
    )::int as seconds
  from (
    (
      select created_at as at
      from post
      where thread_id = :threadId and user_id = :userId and floor > 0
      order by floor desc
      limit 1
    )
    union all
    select created_at
    from (
      select thread_id, created_at
      from comment
      where user_id = :userId
      order by id desc
      limit ${LATEST_CONTENTS}
    ) lately
    where thread_id = :threadId
  ) written`);

interface WrittenPlace {
  threadId: number;
  forumId: number;
  userId: number;
  slowMinutes: number;
}

/** Throws slowMode, with the time to wait, while the last post of somebody is too recent. */
async function requirePause(
  on: Db | Runner,
  { threadId, userId, slowMinutes }: WrittenPlace,
): Promise<void> {
  const [left] = await selectSecondsLeft(on, { threadId, userId, minutes: slowMinutes });
  const seconds = left?.seconds ?? 0;
  if (seconds > 0)
    throw new AppError('slowMode', {
      retryAfter: seconds,
      values: { minutes: Math.ceil(seconds / 60) },
    });
}

/**
 * Requires that an author wrote their last reply or comment in a thread at least as many minutes
 * ago as its slow mode has (R23); moderators don't wait. To be called before the captcha and a
 * newcomer's budget are spent. Throws slowMode, with the time to wait.
 *
 * Resolves with what the transaction that writes calls first: it asks once more behind the lock of
 * the thread, where one who sends two at once waits for the first. Undefined: they needn't wait.
 */
export async function requireSlowModePause(
  db: Db,
  place: WrittenPlace,
  mayModerate: MayModerate,
): Promise<((tx: Runner) => Promise<void>) | undefined> {
  if (place.slowMinutes === 0 || (await mayModerate(db, place.forumId))) return undefined;
  await requirePause(db, place);
  return async (tx) => {
    await lockThreads(tx, [place.threadId]);
    await requirePause(tx, place);
  };
}
