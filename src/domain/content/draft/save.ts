import { AppError } from '#contracts/errors.ts';
import { MAX_DRAFTS, MAX_MESSAGE_CHARACTERS } from '#contracts/limits.ts';
import type { Db } from '#db/client.ts';
import type { DraftBody } from '#db/schema/draft.ts';
import { inTransaction, type Runner, statement } from '#db/statement.ts';
import { forumReadableSql } from '../../shared/forum-access.ts';
import { toReaderGroupId, type Viewer } from '../../shared/viewer.ts';

/** Bytes per user, as JSON. */
const MAX_DRAFTS_BYTES = 2 * 1024 * 1024;

/** The version that the writer edited: concurrent edits of two devices are both stored. */
export interface DraftVersion {
  /** `updated_at` of the version that was edited; '' for a new text. */
  base: string;
  /** Id of the editor session, chosen by the client: makes retried saves idempotent. */
  writer: string;
  /** Seconds since typing. */
  age: number;
}

export interface DraftContent extends DraftBody {
  /** The draft to replace; default: the draft of the same thread or reply, or a new one. */
  id?: number | undefined;
  forumId?: number | undefined;
  /** For a reply, or an edited thread. */
  threadId?: number | undefined;
  /** For an edited reply or thread. */
  postId?: number | undefined;
  /** Without a version any stored draft is replaced. */
  version?: DraftVersion | undefined;
}

export interface SavedDraft {
  id: number;
  updatedAt: Date;
}

interface StoredDraft extends SavedDraft {
  body: DraftBody;
  /** The database's time, which `updatedAt` follows. */
  now: Date;
}

// Serializes a user's saves: of two at once, both could create a reply's first draft or use the
// last free slot.
const lockDraftsOfUser = statement<unknown, { userId: number }>(
  `select pg_advisory_xact_lock(hashtext('draft'), :userId::int)`,
);
interface DraftColumns {
  userId: number;
  reader: number | null;
  forumId: number | null;
  threadId: number | null;
  postId: number | null;
  body: string;
}
// A deleted or unreadable target becomes null: a draft outlives its forum, and no save may fail for
// it. A target that the replaced draft has already (`isUnchangedSql`) stays.
const TARGETS = [
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
const targetColumnsSql = (isUnchangedSql: (column: string, id: string) => string): string =>
  TARGETS.map(
    ({ column, id, sought, from }) => `
      (
        select ${id}
        from ${from}
        where ${id} = ${sought}::int
          and (${forumReadableSql('f', ':reader')} or ${isUnchangedSql(column, id)})
      ) as ${column}`,
  ).join();
// The time in milliseconds identifies the version, so it always increases.
const updateDraft = statement<SavedDraft, DraftColumns & { id: number }>(`
  update draft
  set
    (forum_id, thread_id, post_id) = (
      select ${targetColumnsSql((column, id) => `draft.${column} = ${id}`)}
    ),
    body = :body::jsonb,
    updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')
  where id = :id and user_id = :userId
  returning id, updated_at as "updatedAt"`);
// `at`: time of typing, if the stored draft is newer.
const insertDraft = statement<SavedDraft, DraftColumns & { at: Date | null }>(`
  insert into draft (
    user_id,
    forum_id,
    thread_id,
    post_id,
    body,
    updated_at
  )
  select :userId, target.*, :body::jsonb, coalesce(:at::timestamptz, clock_timestamp())
  from (select ${targetColumnsSql(() => 'false')}) target
  where (select count(*) from draft where user_id = :userId) < ${MAX_DRAFTS}
  returning id, updated_at as "updatedAt"`);
const lockDraftById = statement<StoredDraft, { userId: number; id: number }>(
  `
    select id, updated_at as "updatedAt", body, clock_timestamp() as now
    from draft
    where user_id = :userId and id = :id::int
    for update`,
);
// A reply has one draft for all devices.
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
  // A user over the limit may still shorten drafts.
  if (bytes > MAX_DRAFTS_BYTES && bytes > bytesBefore) throw new AppError('limit');
  return saved;
}

/**
 * Saves a draft (R27). If another device changed it since `version`, the newer text becomes the
 * draft and the older one a second draft. The returned `id` is that of this text. A deleted draft
 * is created again. Throws length (as for messages) and limit (MAX_DRAFTS, MAX_DRAFTS_BYTES).
 */
export async function saveDraft(db: Db, viewer: Viewer, draft: DraftContent): Promise<SavedDraft> {
  if ((draft.message ?? '').length > MAX_MESSAGE_CHARACTERS) throw new AppError('length');
  return inTransaction(db, (tx) => saveInTransaction(tx, viewer, draft));
}

/** SQL: whether no other device changed the draft since version `base`, read by `writer`. */
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

/** Deletes a user's draft if it exists, and if no other device changed it since `version`. */
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
