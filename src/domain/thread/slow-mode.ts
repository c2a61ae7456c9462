import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { type Runner, statement } from '#db/statement.ts';
import { LATEST_CONTENTS } from '../post/claim-content.ts';

/** Of what was written last, also when it was deleted since. Nobody writes more comments a day. */
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

/**
 * Requires that somebody wrote their last reply or comment in a thread at least as many minutes ago
 * as its slow mode has (R23). Throws slowMode, with the time to wait.
 */
export async function requirePause(
  on: Db | Runner,
  place: { threadId: number; userId: number; minutes: number },
): Promise<void> {
  const [left] = await selectSecondsLeft(on, place);
  const seconds = left?.seconds ?? 0;
  if (seconds > 0)
    throw new AppError('slowMode', {
      retryAfter: seconds,
      values: { minutes: Math.ceil(seconds / 60) },
    });
}
