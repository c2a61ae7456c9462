import { type Runner, statement } from '#db/statement.ts';

const insertUnannounced = statement<unknown, { posts: string }>(`
  insert into unannounced_post (post_id, notified)
  select "postId", notified
  from jsonb_to_recordset(:posts::jsonb) as post("postId" int, notified int[])
  on conflict do nothing`);

export interface AnnouncedPost {
  postId: number;
  /** Users who were notified of it already. */
  notified: readonly number[];
}

/** Queues approved posts for notification of their watchers. */
export const announcePosts = (tx: Runner, posts: readonly AnnouncedPost[]): Promise<unknown> =>
  insertUnannounced(tx, { posts: JSON.stringify(posts) });
