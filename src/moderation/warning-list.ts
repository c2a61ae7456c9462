import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';

const countActiveWarnings = statement<{ count: number }, { userId: number }>(
  `select count(*)::int as count from warning where user_id = :userId and withdrawn_at is null`,
);

/** How many warnings of a user aren't withdrawn. */
export async function countWarnings(db: Db, userId: number): Promise<number> {
  return (await countActiveWarnings(db, { userId }))[0]?.count ?? 0;
}

export interface WarningRow {
  id: number;
  userId: number;
  moderatorId: number;
  moderator: string;
  /** 0 when it was purged. */
  threadId: number;
  postId: number | null;
  subject: string;
  note: string;
  createdAt: Date;
  withdrawnAt: Date | null;
}

const selectWarnings = statement<WarningRow, { userId: number }>(`
  select
    w.id,
    w.user_id as "userId",
    w.moderator_id as "moderatorId",
    m.nickname as moderator,
    coalesce(w.thread_id, 0) as "threadId",
    w.post_id as "postId",
    coalesce(t.subject, '') as subject,
    w.note,
    w.created_at as "createdAt",
    w.withdrawn_at as "withdrawnAt"
  from warning w
  join "user" m on m.id = w.moderator_id
  left join thread t on t.id = w.thread_id
  where w.user_id = :userId
  order by w.id desc
  limit 100`);

/** A user's warnings, the latest first, withdrawn ones included. */
export const readWarnings = (db: Db, userId: number): Promise<WarningRow[]> =>
  selectWarnings(db, { userId });
