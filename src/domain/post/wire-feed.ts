import type { PublicPostWire } from '#contracts/wire/post.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { contentHiddenSql } from '../user/columns.ts';
import { presentPublicPost } from './present.ts';

type Row = Parameters<typeof presentPublicPost>[0];

const columns = `
  p.id, p.thread_id as "threadId", p.forum_id as "forumId", p.user_id as "userId", p.floor, p.html, p.likes_cnt as "likesCnt", p.images_cnt as "imagesCnt", p.files_cnt as "filesCnt",
  p.created_at as "createdAt", p.updated_at as "updatedAt"`;

/*
 * What everybody may read, whoever asks. A scalar query and not joins: posts are walked from the newest, and each is
 * looked at until there are enough; a join would be done for all posts at once, since the limit is not known to the plan.
 */
const everybodys = `p.state = 'normal' and p.checked and (
  select t.state = 'normal' and t.checked and f.access = 'public' and not coalesce(${contentHiddenSql('u')}, false)
  from thread t join forum f on f.id = t.forum_id join "user" u on u.id = p.user_id where t.id = p.thread_id)`;

const newest = statement<Row>(`select ${columns} from post p where ${everybodys} order by p.id desc limit (select $1::int) offset (select $2::int)`);
const one = statement<Row>(`select ${columns} from post p where p.id = $3 and ${everybodys} limit $1::int offset $2::int`);

/** The public feed, newest first, or the one post of it that is asked for. */
export async function readPublicPosts(db: Db, { id, offset, limit }: { id?: number | undefined; offset: number; limit: number }): Promise<PublicPostWire[]> {
  const rows = await (id === undefined ? newest(db, [limit, offset]) : one(db, [limit, offset, id]));
  return rows.map(presentPublicPost);
}
