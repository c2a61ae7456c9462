import { countCharacters } from '#contracts/characters.ts';
import { AppError } from '#contracts/errors.ts';
import {
  MAX_BOOKMARK_NOTE_CHARACTERS,
  MAX_BOOKMARKS,
  MAX_REMINDER_DAYS,
} from '#contracts/limits.ts';
import type { BookmarkWire } from '#contracts/wire/bookmark.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { toReaderGroupId, type Viewer } from '../../shared/viewer.ts';
import { fromReadablePostSql } from './readable-post-sql.ts';

export const REMINDER_TASK = 'reminder';
const DAY_MS = 86_400_000;

type SavedBookmark = Pick<BookmarkWire, 'id' | 'note' | 'remind_at'>;

const IS_OWN_SQL = `exists (select from bookmark where user_id = :userId and post_id = :postId)`;
const upsertBookmark = statement<
  // nulls without a place for another bookmark
  (SavedBookmark | { [Name in keyof SavedBookmark]: null }) & { isReadable: boolean },
  {
    userId: number;
    postId: number;
    reader: number | null;
    note: string | null;
    setsReminder: boolean;
    remindAt: Date | null;
  }
>(`
  with target as (select p.id ${fromReadablePostSql(':postId')}),
  saved as (
    insert into bookmark (user_id, post_id, note, remind_at)
    select :userId, id, coalesce(:note, ''), :remindAt::timestamptz
    from target
    where ${IS_OWN_SQL}
      or (
        select count(*)
        from bookmark
        where user_id = :userId
      ) < ${MAX_BOOKMARKS}
    on conflict (user_id, post_id) do update
    set
      note = coalesce(:note, bookmark.note),
      remind_at = case
        when :setsReminder then excluded.remind_at
        else bookmark.remind_at
      end
    returning id, note, ${isoSql('remind_at')} as remind_at
  )
  select exists (select from target) as "isReadable", saved.*
  from (select) one
  left join saved on true`);

/** SQL: the job key of a bookmark; `id` is an expression. */
export const reminderKeySql = (id: string): string => `format('bookmark:%s', ${id})`;
export const SCHEDULE_REMINDERS_SQL = `
  select graphile_worker.add_job(
    '${REMINDER_TASK}',
    json_build_object('bookmark', id),
    run_at => remind_at,
    job_key => ${reminderKeySql('id')}
  )
  from bookmark
  where remind_at is not null`;
const scheduleReminder = statement<unknown, { id: number }>(
  `${SCHEDULE_REMINDERS_SQL} and id = :id`,
);
export const unscheduleReminder = statement<unknown, { id: number }>(
  `select graphile_worker.remove_job(${reminderKeySql(':id::int')})`,
);

/** Undefined fields stay unchanged. */
export interface BookmarkChange {
  note?: string | undefined;
  remindAt?: Date | null | undefined;
}

/**
 * Bookmarks a post or changes the bookmark. Throws notFound (not readable), length, limit,
 * malformed (a reminder in the past or too far away).
 */
export async function setBookmark(
  db: Db,
  viewer: Viewer,
  postId: number,
  { note, remindAt }: BookmarkChange,
): Promise<SavedBookmark> {
  if (note !== undefined && countCharacters(note) > MAX_BOOKMARK_NOTE_CHARACTERS)
    throw new AppError('length');
  const days = remindAt ? (remindAt.getTime() - Date.now()) / DAY_MS : 0;
  if (days < 0 || days > MAX_REMINDER_DAYS)
    throw new AppError('malformed', { values: { field: 'remind_at' } });
  return inTransaction(db, async (tx) => {
    const [saved] = await upsertBookmark(tx, {
      userId: viewer.userId,
      postId,
      reader: toReaderGroupId(viewer),
      note: note?.trim() ?? null,
      setsReminder: remindAt !== undefined,
      remindAt: remindAt ?? null,
    });
    if (!saved?.isReadable) throw new AppError('notFound');
    if (saved.id === null) throw new AppError('limit');
    if (remindAt !== undefined)
      await (remindAt ? scheduleReminder : unscheduleReminder)(tx, { id: saved.id });
    return { id: saved.id, note: saved.note, remind_at: saved.remind_at };
  });
}

const deleteBookmark = statement<{ id: number }, { userId: number; postId: number }>(
  `delete from bookmark where user_id = :userId and post_id = :postId returning id`,
);

/** Removes a bookmark with its reminder. Idempotent. */
export async function removeBookmark(db: Db, userId: number, postId: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const [deleted] = await deleteBookmark(tx, { userId, postId });
    if (deleted) await unscheduleReminder(tx, { id: deleted.id });
  });
}
