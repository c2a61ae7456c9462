import type { WaitingCountsWire } from '#contracts/wire/moderation.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { COUNT_REPORTED_ITEMS_SQL } from '../../shared/item-sql.ts';
import { type ModerationReach, toForumIds } from '../../shared/viewer.ts';
import { countPendingReview } from './queue.ts';

const countReportedPosts = statement<{ count: number }, { forums: readonly number[] | null }>(
  `
    select ${COUNT_REPORTED_ITEMS_SQL}::int as count
    from report
    where state in ('open', 'taken') and (:forums::int[] is null or forum_id = any(:forums))`,
);

/** Pending counts of one forum or all moderated ones. Without `mayReview`, posts count 0. */
export async function readPendingCounts(
  db: Db,
  reach: ModerationReach,
  mayReview: boolean,
  forumId?: number,
): Promise<WaitingCountsWire> {
  const forums = toForumIds(reach, forumId);
  const [[reports], review] = await Promise.all([
    countReportedPosts(db, { forums }),
    mayReview ? countPendingReview(db, forums) : 0,
  ]);
  return { reports: reports?.count ?? 0, review };
}
