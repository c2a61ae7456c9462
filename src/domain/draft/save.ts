import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';

/** Drafts that one person may have; who has more is told to throw some away. */
const MOST = 100;

export interface DraftContent {
  /** What is replaced; without it the draft for the same thread or reply, or a new one. */
  id?: number | undefined;
  forumId?: number | undefined;
  /** Of a reply. */
  threadId?: number | undefined;
  /** Of a reply that is changed. */
  postId?: number | undefined;
  themeId?: number | undefined;
  subject?: string | undefined;
  message?: string | undefined;
  language?: string | undefined;
  poll?: unknown;
}

export interface SavedDraft {
  id: number;
  updatedAt: Date;
}

// What names something that is gone names nothing: a draft outlives its forum, and no save may fail for it.
const known = `
  (select id from forum where id = $3::int) as forum_id, (select id from thread where id = $4::int) as thread_id, (select id from post where id = $5::int) as post_id`;
const replace = statement<SavedDraft>(`
  update draft set (forum_id, thread_id, post_id) = (select ${known}), body = $6::jsonb, updated_at = now() where id = $2 and user_id = $1
  returning id, updated_at as "updatedAt"`);
const insert = statement<SavedDraft>(`
  insert into draft (user_id, forum_id, thread_id, post_id, body)
  select $1, place.*, $6::jsonb from (select ${known}) place where (select count(*) from draft where user_id = $1) < ${MOST} and $2::int is null
  returning id, updated_at as "updatedAt"`);
// A reply has one draft, whichever device wrote it first.
const ofReply = statement<{ id: number }>(`
  select id from draft where user_id = $1 and thread_id = $2::int and post_id is not distinct from $3::int order by updated_at desc limit 1`);

/** Saves what somebody is writing (R27). Throws limit when there are too many; a draft that is gone is written anew. */
export async function saveDraft(db: Db, userId: number, draft: DraftContent): Promise<SavedDraft> {
  const { id, forumId = null, threadId = null, postId = null, ...body } = draft;
  const wanted = id ?? (threadId === null ? undefined : (await ofReply(db, [userId, threadId, postId]))[0]?.id);
  const values = [forumId, threadId, postId, JSON.stringify(body)];
  const [saved] = wanted === undefined ? [] : await replace(db, [userId, wanted, ...values]);
  if (saved) return saved;
  const [made] = await insert(db, [userId, null, ...values]);
  if (!made) throw new AppError('limit');
  return made;
}

const remove = statement<unknown>(`delete from draft where id = $2 and user_id = $1`);

/** Throws a draft away; one that is gone, or another's, is passed over. */
export async function removeDraft(db: Db, userId: number, id: number): Promise<void> {
  await remove(db, [userId, id]);
}
