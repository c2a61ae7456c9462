import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { PEOPLE } from './people.ts';
import { selectRow } from './query-rows.ts';
import type { Caller } from './test-api.ts';

/* A member's threads and replies with unique words, and their counters. */

/** The reply of a call that posts. */
export interface PostReply {
  code: number;
  msg: string;
  err_code?: string;
  data: { id: number; offset: number; storey: number; post?: unknown };
}

let count = 0;
export const freshMessage = (): string => `<p>写第 ${++count} 遍的内容，每遍都不同。</p>`;

/** Creates threads and replies as this member, and reads the counters. */
export function createPosts(db: Db, member: Caller) {
  const one = selectRow(db);
  /** Every counter that a reply or a thread of the first member changes. */
  const numbers = (threadId: number) =>
    one<Record<string, number>>(sql`
      select
        t.replies_cnt,
        t.last_floor,
        f.posts_cnt as forum_posts,
        f.threads_cnt as forum_threads,
        u.posts_cnt as user_posts,
        u.threads_cnt as user_threads,
        (
          select coalesce(sum(replies), 0)::int
          from forum_day d
          where d.forum_id = f.id
        ) as day_replies,
        th.threads_cnt as theme_threads
      from thread t
      join forum f on f.id = t.forum_id
      join theme th on th.id = t.theme_id
      join "user" u on u.id = ${PEOPLE.member}
      where t.id = ${threadId}`);
  async function newThread(by = member) {
    const made = await by.call<PostReply>('POST', '/api/v1/thread', {
      forum_id: 1,
      type_id: 1,
      subject: `系统问题 ${++count}`,
      message: freshMessage(),
      language: 'zh_CN',
    });
    return made.body.data.id;
  }
  const reply = (threadId: number, message = freshMessage(), by = member, more = {}) =>
    by.call<PostReply>('POST', '/api/v1/post', {
      thread_id: threadId,
      forum_id: 1,
      message,
      quote_user_id: 0,
      ...more,
    });

  return { one, numbers, newThread, reply };
}
