import { AppError } from '#contracts/errors.ts';
import { MAX_DRAFTS, MAX_MESSAGE_CHARACTERS } from '#contracts/limits.ts';
import type { Db } from '#db/client.ts';
import type { DraftBody } from '#db/schema/draft.ts';
import { inTransaction, type Runner, statement } from '#db/statement.ts';
import { forumReadableSql } from '../forum/access.ts';
import { toReaderGroupId, type Viewer } from '../viewer.ts';

/** Bytes of all drafts of a user, as JSON. */
const MAX_DRAFTS_BYTES = 2 * 1024 * 1024;

/** What the writer knew, so that a draft that was written on two devices at once is kept twice. */
export interface DraftVersion {
  /**
   * The time of the version that this one was written from, as it was answered; '' when it was
   * written from nothing.
   */
  base: string;
  /** Client-chosen id of the editor session; makes saving idempotent when an answer is lost. */
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

interface StoredDraft extends SavedDraft {
  body: DraftBody;
  /** The present by the clock that `updatedAt` goes by; this machine's may be another. */
  now: Date;
}

// One person's drafts are saved one after the other: two at once would both be the first of a
// reply, or both the last that fits.
const lockDraftsOfUser = statement<unknown, { userId: number }>(
  `select pg_advisory_xact_lock(hashtext('draft'), :userId::int)`,
);
interface DraftColumns {
  userId: number;
  reader: number | null;
  forumId: number | null;
  threadId: number | null;
  postId: number | null;
  /** JSON of a DraftBody. */
  body: string;
}
// What names something that is gone names nothing: a draft outlives its forum, and no save may fail
// for it. What its writer may not read looks the same, unless the draft named it before.
// `isKeptSql`: whether the draft that is replaced names it.
const PLACES = [
  { column: 'forum_id', id: 'f.id', sought: ':forumId', from: 'forum f' },
  {
    column: 'thread_id',
    id: 't.id',
    sought: ':threadId',
    from: 'thread t join forum f on f.id = t.forum_id',
  },
  {
    column: 'post_id',
    id: 'p.id',
    sought: ':postId',
    from: 'post p join thread t on t.id = p.thread_id join forum f on f.id = t.forum_id',
  },
];
const placeColumnsSql = (isKeptSql: (column: string, id: string) => string): string =>
  PLACES.map(
    ({ column, id, sought, from }) => `
      (
        select ${id}
        from ${from}
        where ${id} = ${sought}::int
          and (${forumReadableSql('f', ':reader')} or ${isKeptSql(column, id)})
      ) as ${column}`,
  ).join();
// The time names the version, in milliseconds: no two versions of a draft may have the same one,
// however soon they follow each other.
const updateDraft = statement<SavedDraft, DraftColumns & { id: number }>(`
  update draft
  set
    (forum_id, thread_id, post_id) = (
      select ${placeColumnsSql((column, id) => `draft.${column} = ${id}`)}
    ),
    body = :body::jsonb,
    updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')
  where id = :id and user_id = :userId
  returning id, updated_at as "updatedAt"`);
// `at`: when it was typed, for one that is older than what stands.
const insertDraft = statement<SavedDraft, DraftColumns & { at: Date | null }>(`
  insert into draft (
    user_id,
    forum_id,
    thread_id,
    post_id,
    body,
    updated_at
  )
  select :userId, place.*, :body::jsonb, coalesce(:at::timestamptz, clock_timestamp())
  from (select ${placeColumnsSql(() => 'false')}) place
  where (select count(*) from draft where user_id = :userId) < ${MAX_DRAFTS}
  returning id, updated_at as "updatedAt"`);
const lockDraftById = statement<StoredDraft, { userId: number; id: number }>(
  `
    select id, updated_at as "updatedAt", body, clock_timestamp() as now
    from draft
    where user_id = :userId and id = :id::int
    for update`,
);
// A reply has one draft, whichever device wrote it first.
const lockReplyDraft = statement<
  StoredDraft,
  { userId: number; threadId: number; postId: number | null }
>(`
  select id, updated_at as "updatedAt", body, clock_timestamp() as now
  from draft
  where user_id = :userId
    and thread_id = :threadId::int
    and post_id is not distinct from :postId::int
  order by updated_at desc
  limit 1
  for update`);
const COPIED_COLUMNS = 'user_id, forum_id, thread_id, post_id, body, created_at, updated_at';
const copyDraft = statement<unknown, { id: number; userId: number }>(`
  insert into draft (${COPIED_COLUMNS})
  select ${COPIED_COLUMNS}
  from draft
  where id = :id and (select count(*) from draft where user_id = :userId) < ${MAX_DRAFTS}
  returning 1`);

const selectDraftBytes = statement<{ bytes: number }, { userId: number }>(
  `
    select coalesce(sum(octet_length(body::text)), 0)::int as bytes
    from draft
    where user_id = :userId`,
);
const readDraftBytes = async (tx: Runner, userId: number): Promise<number> =>
  (await selectDraftBytes(tx, { userId }))[0]?.bytes ?? 0;

const toComparableText = ({ subject, message, poll }: DraftBody): string =>
  JSON.stringify([subject ?? '', message ?? '', poll ?? null]);

/** Whether another device changed the stored draft since this one read it. */
function isChangedElsewhere(stored: StoredDraft, version: DraftVersion, body: DraftBody): boolean {
  return (
    stored.updatedAt.toISOString() !== version.base &&
    stored.body.writer !== version.writer &&
    toComparableText(stored.body) !== toComparableText(body)
  );
}

async function writeDraft(
  tx: Runner,
  viewer: Viewer,
  { id, forumId, threadId, postId, version, ...rest }: DraftContent,
): Promise<SavedDraft> {
  const { userId } = viewer;
  const body: DraftBody = { ...rest, ...(version ? { writer: version.writer } : {}) };
  const content: DraftColumns = {
    userId,
    reader: toReaderGroupId(viewer),
    forumId: forumId ?? null,
    threadId: threadId ?? null,
    postId: postId ?? null,
    body: JSON.stringify(body),
  };
  const [stored] =
    id !== undefined
      ? await lockDraftById(tx, { userId, id })
      : threadId === undefined
        ? []
        : await lockReplyDraft(tx, { userId, threadId, postId: postId ?? null });
  const insertWithinLimit = async (at: Date | null) => {
    const [inserted] = await insertDraft(tx, { ...content, at });
    if (!inserted) throw new AppError('limit');
    return inserted;
  };
  if (!stored) return insertWithinLimit(null);
  if (version && isChangedElsewhere(stored, version, body)) {
    const typed = new Date(stored.now.getTime() - version.age * 1_000);
    if (typed < stored.updatedAt) return insertWithinLimit(typed);
    if ((await copyDraft(tx, { id: stored.id, userId })).length === 0) throw new AppError('limit');
  }
  const [saved] = await updateDraft(tx, { ...content, id: stored.id });
  return saved as SavedDraft;
}

async function saveInTransaction(
  tx: Runner,
  viewer: Viewer,
  draft: DraftContent,
): Promise<SavedDraft> {
  const { userId } = viewer;
  await lockDraftsOfUser(tx, { userId });
  const bytesBefore = await readDraftBytes(tx, userId);
  const saved = await writeDraft(tx, viewer, draft);
  const bytes = await readDraftBytes(tx, userId);
  // Who has more from before this limit may still shorten what they have.
  if (bytes > MAX_DRAFTS_BYTES && bytes > bytesBefore) throw new AppError('limit');
  return saved;
}

/**
 * Saves a draft (R27). With a `version`, what another device wrote meanwhile is kept: the newer
 * text becomes the draft, the older one a second draft; `id` of the answer tells which of them this
 * one is. Throws length when the message is longer than one that may be sent, and limit when
 * there would be more than MAX_DRAFTS or MAX_DRAFTS_BYTES. A draft that was deleted is created
 * again.
 */
export async function saveDraft(db: Db, viewer: Viewer, draft: DraftContent): Promise<SavedDraft> {
  if ((draft.message ?? '').length > MAX_MESSAGE_CHARACTERS) throw new AppError('length');
  return inTransaction(db, (tx) => saveInTransaction(tx, viewer, draft));
}

/**
 * SQL: whether no other device has changed the draft since the version `base`, which `writer` read.
 */
export const isDraftVersionSql = (base: string, writer: string): string => `(
  draft.body ->> 'writer' = ${writer}
  or to_char(draft.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') = ${base}::text
)`;
const deleteDraftRow = statement<
  unknown,
  { userId: number; id: number; base: string | null; writer: string | null }
>(`
  delete from draft
  where id = :id
    and user_id = :userId
    and (:base::text is null or ${isDraftVersionSql(':base', ':writer')})`);

/**
 * Deletes a draft; ignores one that doesn't exist or belongs to another user. With a `version` (its
 * age doesn't matter) a draft that another device has changed since is kept.
 */
export async function deleteDraft(
  db: Db,
  userId: number,
  id: number,
  version?: Pick<DraftVersion, 'base' | 'writer'>,
): Promise<void> {
  await deleteDraftRow(db, {
    userId,
    id,
    base: version?.base ?? null,
    writer: version?.writer ?? null,
  });
}
