import { createHash } from 'node:crypto';
import { VIEW_WINDOW_SECONDS } from '#contracts/limits.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { cacheTag } from '#outbox/cache-tags.ts';
import { invalidate, toInvalidations, urgency } from '#outbox/invalidation.ts';
import { toAddressBlock } from '#platform/address-block.ts';
import { toReaderGroupId, type Viewer } from '../../shared/viewer.ts';
import { isReadableThreadSql } from '../../shared/visibility.ts';

/** User id, or a hash of address block and user agent, so that neither is stored. */
export const toVisitorKey = (
  viewer: Pick<Viewer, 'userId'> | null,
  ip: string,
  userAgent: string,
): string =>
  viewer
    ? `u${viewer.userId}`
    : `b${createHash('sha256')
        .update(`${toAddressBlock(ip)}\n${userAgent}`)
        .digest('base64url')
        .slice(0, 22)}`;

const insertView = statement<
  { id: number },
  { threadId: number; visitor: string; reader: number | null }
>(`
  with seen as (
    insert into thread_view (thread_id, visitor)
    select t.id, :visitor
    from thread t
    join forum f on f.id = t.forum_id
    where t.id = :threadId and ${isReadableThreadSql('t', 'f', ':reader')}
    on conflict (thread_id, visitor) do update set seen_at = now()
    where thread_view.seen_at < now() - interval '${VIEW_WINDOW_SECONDS} seconds'
    returning thread_id
  )
  update thread
  set views_cnt = views_cnt + 1
  from seen
  where thread.id = seen.thread_id
  returning thread.id`);

/** Counts a view once per viewer and VIEW_WINDOW_SECONDS. Returns whether it counted. */
export async function countView(
  db: Db,
  threadId: number,
  viewer: Viewer | null,
  visitor: string,
): Promise<boolean> {
  const wasCounted =
    (await insertView(db, { threadId, visitor, reader: toReaderGroupId(viewer) })).length > 0;
  // A separate transaction, because a longer lock on a busy thread costs more than a late count.
  if (wasCounted)
    await invalidate(db, toInvalidations(urgency.counts, cacheTag.threadCounts(threadId)));
  return wasCounted;
}
