import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';

export interface FoundThread {
  id: number;
  subject: string;
  /** Number of visible replies. */
  replies: number;
  lastFloor: number;
  language: 'zh_CN' | 'en_US';
}

/** A public thread of the demo community that meets the condition; always the same one. */
export async function findThread(db: Db, condition: SQL): Promise<FoundThread> {
  const {
    rows: [found],
  } = await db.execute<Record<keyof FoundThread, unknown>>(sql`
    select t.id, t.subject, t.replies_cnt as replies, t.last_floor as "lastFloor", t.language
    from thread t
    join forum f on f.id = t.forum_id and f.access = 'public'
    where t.state = 'normal' and t.checked and ${condition}
    order by t.id
    limit 1`);
  if (!found) throw new Error('The demo community has no such thread.');
  return found as unknown as FoundThread;
}
