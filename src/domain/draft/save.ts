import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import type { DraftBody } from '#db/schema/draft.ts';
import { inTransaction, type Runner, statement } from '#db/statement.ts';

/** Drafts that one person may have; who has more is told to throw some away. */
const MOST = 100;

/** What the writer knew, so that a draft that was written on two devices at once is kept twice. */
export interface DraftVersion {
  /**
   * The time of the version that this one was written from, as it was answered; '' when it was
   * written from nothing.
   */
  base: string;
  /**
   * Names the sheet of paper, so to say, so that an answer that was lost on its way doesn't make
   * two of one draft.
   */
  writer: string;
  /** Seconds since it was typed. */
  age: number;
}

export interface DraftContent extends DraftBody {
  /** What is replaced; without it the draft for the same thread or reply, or a new one. */
  id?: number | undefined;
  forumId?: number | undefined;
  /** Of a reply, or of a thread that is changed. */
  threadId?: number | undefined;
  /** Of a reply or thread that is changed. */
  postId?: number | undefined;
  /** Without it, what is there is replaced. */
  version?: DraftVersion | undefined;
}

export interface SavedDraft {
  id: number;
  updatedAt: Date;
}

interface Stored extends SavedDraft {
  body: DraftBody;
}

// One person's drafts are saved one after the other: two at once would both be the first of a
// reply, or both the last that fits.
const inTurn = statement<unknown, { userId: number }>(
  `select pg_advisory_xact_lock(hashtext('draft'), :userId::int)`,
);
interface Content {
  userId: number;
  forumId: number | null;
  threadId: number | null;
  postId: number | null;
  /** JSON of a DraftBody. */
  body: string;
}
// What names something that is gone names nothing: a draft outlives its forum, and no save may fail
// for it.
const known = `
  (select id from forum where id = :forumId::int) as forum_id,
  (select id from thread where id = :threadId::int) as thread_id,
  (select id from post where id = :postId::int) as post_id`;
// The time names the version, in milliseconds: no two versions of a draft may have the same one,
// however soon they follow each other.
const replace = statement<SavedDraft, Content & { id: number }>(`
  update draft
  set
    (forum_id, thread_id, post_id) = (select ${known}),
    body = :body::jsonb,
    updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')
  where id = :id and user_id = :userId
  returning id, updated_at as "updatedAt"`);
// `at`: when it was typed, for one that is older than what stands.
const insert = statement<SavedDraft, Content & { at: Date | null }>(`
  insert into draft (
    user_id,
    forum_id,
    thread_id,
    post_id,
    body,
    updated_at
  )
  select :userId, place.*, :body::jsonb, coalesce(:at::timestamptz, clock_timestamp())
  from (select ${known}) place
  where (select count(*) from draft where user_id = :userId) < ${MOST}
  returning id, updated_at as "updatedAt"`);
const byId = statement<Stored, { userId: number; id: number }>(
  `
    select id, updated_at as "updatedAt", body
    from draft
    where user_id = :userId and id = :id::int
    for update`,
);
// A reply has one draft, whichever device wrote it first.
const ofPlace = statement<Stored, { userId: number; threadId: number; postId: number | null }>(`
  select id, updated_at as "updatedAt", body
  from draft
  where user_id = :userId
    and thread_id = :threadId::int
    and post_id is not distinct from :postId::int
  order by updated_at desc
  limit 1
  for update`);
const copy = statement<unknown, { id: number; userId: number }>(`
  insert into draft (
    user_id,
    forum_id,
    thread_id,
    post_id,
    body,
    created_at,
    updated_at
  )
  select
    user_id,
    forum_id,
    thread_id,
    post_id,
    body,
    created_at,
    updated_at
  from draft
  where id = :id and (select count(*) from draft where user_id = :userId) < ${MOST}
  returning 1`);

const says = ({ subject, message, poll }: DraftBody): string =>
  JSON.stringify([subject ?? '', message ?? '', poll ?? null]);

/** Whether somebody else's hand was in what stands since the writer saw it. */
function changedMeanwhile(stored: Stored, version: DraftVersion, body: DraftBody): boolean {
  return (
    stored.updatedAt.toISOString() !== version.base &&
    stored.body.writer !== version.writer &&
    says(stored.body) !== says(body)
  );
}

async function save(
  tx: Runner,
  userId: number,
  { id, forumId, threadId, postId, version, ...rest }: DraftContent,
): Promise<SavedDraft> {
  const body: DraftBody = { ...rest, ...(version ? { writer: version.writer } : {}) };
  await inTurn(tx, { userId });
  const content: Content = {
    userId,
    forumId: forumId ?? null,
    threadId: threadId ?? null,
    postId: postId ?? null,
    body: JSON.stringify(body),
  };
  const [stored] =
    id !== undefined
      ? await byId(tx, { userId, id })
      : threadId === undefined
        ? []
        : await ofPlace(tx, { userId, threadId, postId: postId ?? null });
  const add = async (at: Date | null) => {
    const [made] = await insert(tx, { ...content, at });
    if (!made) throw new AppError('limit');
    return made;
  };
  if (!stored) return add(null);
  if (version && changedMeanwhile(stored, version, body)) {
    const typed = new Date(Date.now() - version.age * 1_000);
    if (typed < stored.updatedAt) return add(typed);
    if ((await copy(tx, { id: stored.id, userId })).length === 0) throw new AppError('limit');
  }
  const [saved] = await replace(tx, { ...content, id: stored.id });
  return saved as SavedDraft;
}

/**
 * Saves what somebody is writing (R27). With a `version` nothing is lost when another device wrote
 * meanwhile: what is newer takes the draft's place, what is older is kept as a second one; `id` of
 * the answer tells which became of this. Throws limit when there are too many; a draft that is gone
 * is written anew.
 */
export const saveDraft = (db: Db, userId: number, draft: DraftContent): Promise<SavedDraft> =>
  inTransaction(db, (tx) => save(tx, userId, draft));

const remove = statement<
  unknown,
  { userId: number; id: number; base: string | null; writer: string | null }
>(`
  delete from draft
  where id = :id
    and user_id = :userId
    and (
      :base::text is null
      or body ->> 'writer' = :writer
      or to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') = :base::text
    )`);

/**
 * Throws a draft away; one that is gone, or another's, is passed over. With a `version` (its age
 * doesn't matter) so is one that another device has written on since.
 */
export async function removeDraft(
  db: Db,
  userId: number,
  id: number,
  version?: Pick<DraftVersion, 'base' | 'writer'>,
): Promise<void> {
  await remove(db, { userId, id, base: version?.base ?? null, writer: version?.writer ?? null });
}
