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
const inTurn = statement<unknown>(`select pg_advisory_xact_lock(hashtext('draft'), $1::int)`);
// What names something that is gone names nothing: a draft outlives its forum, and no save may fail
// for it.
const known = `
  (select id from forum where id = $3::int) as forum_id,
  (select id from thread where id = $4::int) as thread_id,
  (select id from post where id = $5::int) as post_id`;
// The time names the version, in milliseconds: no two versions of a draft may have the same one,
// however soon they follow each other.
const replace = statement<SavedDraft>(`
  update draft
  set
    (forum_id, thread_id, post_id) = (select ${known}),
    body = $6::jsonb,
    updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')
  where id = $2 and user_id = $1
  returning id, updated_at as "updatedAt"`);
// $7: when it was typed, for one that is older than what stands.
const insert = statement<SavedDraft>(`
  insert into draft (
    user_id,
    forum_id,
    thread_id,
    post_id,
    body,
    updated_at
  )
  select $1, place.*, $6::jsonb, coalesce($7::timestamptz, clock_timestamp())
  from (select ${known}) place
  where (select count(*) from draft where user_id = $1) < ${MOST} and $2::int is null
  returning id, updated_at as "updatedAt"`);
const byId = statement<Stored>(
  `
    select id, updated_at as "updatedAt", body
    from draft
    where user_id = $1 and id = $2::int
    for update`,
);
// A reply has one draft, whichever device wrote it first.
const ofPlace = statement<Stored>(`
  select id, updated_at as "updatedAt", body
  from draft
  where user_id = $1 and thread_id = $2::int and post_id is not distinct from $3::int
  order by updated_at desc
  limit 1
  for update`);
const copy = statement<unknown>(`
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
  where id = $1 and (select count(*) from draft where user_id = $2) < ${MOST}
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
  await inTurn(tx, [userId]);
  const values = [forumId ?? null, threadId ?? null, postId ?? null, JSON.stringify(body)];
  const [stored] =
    id !== undefined
      ? await byId(tx, [userId, id])
      : threadId === undefined
        ? []
        : await ofPlace(tx, [userId, threadId, postId ?? null]);
  const add = async (at: Date | null) => {
    const [made] = await insert(tx, [userId, null, ...values, at]);
    if (!made) throw new AppError('limit');
    return made;
  };
  if (!stored) return add(null);
  if (version && changedMeanwhile(stored, version, body)) {
    const typed = new Date(Date.now() - version.age * 1_000);
    if (typed < stored.updatedAt) return add(typed);
    if ((await copy(tx, [stored.id, userId])).length === 0) throw new AppError('limit');
  }
  const [saved] = await replace(tx, [userId, stored.id, ...values]);
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

const remove = statement<unknown>(`
  delete from draft
  where id = $2
    and user_id = $1
    and (
      $3::text is null
      or body ->> 'writer' = $4
      or to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') = $3::text
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
  await remove(db, [userId, id, version?.base ?? null, version?.writer ?? null]);
}
