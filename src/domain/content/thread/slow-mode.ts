import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { type Runner, statement } from '#db/statement.ts';
import type { MayModerate } from '../../shared/forum-access.ts';
import { LATEST_CONTENTS } from '../post/claim-content.ts';
import { lockThreads } from './counts.ts';

/**
 * Seconds until a user may post in a thread again; null before the first post. Deleted posts count.
 * Only the latest comments are read: no user writes more a day.
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

interface SlowModeTarget {
  threadId: number;
  forumId: number;
  userId: number;
  slowMinutes: number;
}

/** Throws slowMode, with the time to wait, if the user's last post is too recent. */
async function requirePause(
  on: Db | Runner,
  { threadId, userId, slowMinutes }: SlowModeTarget,
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
 * Enforces a thread's slow mode (R23) for an author; moderators are exempt. Call it before the
 * captcha and a newcomer's budget are used. Returns a second check for the writing transaction,
 * behind the thread's lock, against concurrent posts; undefined if exempt. Throws slowMode with the
 * time to wait.
 */
export async function requireSlowModePause(
  db: Db,
  target: SlowModeTarget,
  mayModerate: MayModerate,
): Promise<((tx: Runner) => Promise<void>) | undefined> {
  if (target.slowMinutes === 0 || (await mayModerate(db, target.forumId))) return undefined;
  await requirePause(db, target);
  return async (tx) => {
    await lockThreads(tx, [target.threadId]);
    await requirePause(tx, target);
  };
}
