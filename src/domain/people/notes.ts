import { AppError } from '#contracts/errors.ts';
import type { UserNoteWire } from '#contracts/wire/moderation.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import { inTransaction, type Runner, statement } from '#db/statement.ts';
import { MAX_NOTES_PER_USER } from '#platform/limits.ts';
import { logAdminAction } from '../log/log-admin-action.ts';
import { userJsonSql } from '../shared/user-json-sql.ts';

/* Moderators don't see notes on themselves. Only the writer and administrators edit a note. */

const selectNotes = statement<Omit<UserNoteWire, 'may_edit'>, { userId: number; limit: number }>(`
  select
    n.id,
    n.text,
    ${userJsonSql('w')} as writer,
    ${isoSql('n.created_at')} as created_at,
    ${isoSql('n.edited_at')} as edited_at
  from user_note n
  join "user" w on w.id = n.writer_id
  where n.user_id = :userId
  order by n.id desc
  limit :limit`);

interface Moderator {
  userId: number;
  isGlobal: boolean;
}
const mayEdit = (moderator: Moderator, writerId: number): boolean =>
  moderator.isGlobal || moderator.userId === writerId;

export async function readUserNotes(
  db: Db,
  moderator: Moderator,
  userId: number,
): Promise<UserNoteWire[]> {
  if (userId === moderator.userId) return [];
  const notes = await selectNotes(db, { userId, limit: MAX_NOTES_PER_USER });
  return notes.map((note) => ({ ...note, may_edit: mayEdit(moderator, note.writer.id) }));
}

const lockUser = statement<{ notes: number }, { userId: number }>(`
  select (select count(*)::int from user_note where user_id = u.id) as notes
  from "user" u
  where u.id = :userId
  for no key update of u`);
const insertNote = statement<{ id: number }, { userId: number; writerId: number; text: string }>(
  `
    insert into user_note (user_id, writer_id, text)
    values (:userId, :writerId, :text)
    returning id`,
);
const lockNote = statement<{ userId: number; writerId: number }, { id: number }>(
  `
    select user_id as "userId", writer_id as "writerId"
    from user_note
    where id = :id
    for update`,
);
const updateNote = statement<unknown, { id: number; text: string }>(
  `update user_note set text = :text, edited_at = now() where id = :id`,
);
const deleteNote = statement<unknown, { id: number }>(`delete from user_note where id = :id`);

const logNote = (
  tx: Runner,
  moderator: Moderator,
  action: string,
  userId: number,
  note: number,
): Promise<void> =>
  logAdminAction(tx, { actorId: moderator.userId, action, target: { userId }, detail: { note } });

/** Throws notFound, malformed (on oneself), limit. */
export const addUserNote = (
  db: Db,
  moderator: Moderator,
  userId: number,
  text: string,
): Promise<number> =>
  inTransaction(db, async (tx) => {
    if (userId === moderator.userId)
      throw new AppError('malformed', { values: { field: 'user_id' } });
    const [user] = await lockUser(tx, { userId });
    if (!user) throw new AppError('notFound');
    if (user.notes >= MAX_NOTES_PER_USER) throw new AppError('limit');
    const [note] = await insertNote(tx, { userId, writerId: moderator.userId, text });
    const id = note?.id as number;
    await logNote(tx, moderator, 'user.note', userId, id);
    return id;
  });

async function lockOwnNote(tx: Runner, moderator: Moderator, id: number): Promise<number> {
  const [note] = await lockNote(tx, { id });
  if (!note || note.userId === moderator.userId) throw new AppError('notFound');
  if (!mayEdit(moderator, note.writerId)) throw new AppError('forbidden');
  return note.userId;
}

/** Throws notFound, forbidden (another moderator's note). */
export const editUserNote = (
  db: Db,
  moderator: Moderator,
  id: number,
  text: string,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const userId = await lockOwnNote(tx, moderator, id);
    await updateNote(tx, { id, text });
    await logNote(tx, moderator, 'user.note-edit', userId, id);
  });

/** Throws notFound, forbidden (another moderator's note). */
export const removeUserNote = (db: Db, moderator: Moderator, id: number): Promise<void> =>
  inTransaction(db, async (tx) => {
    const userId = await lockOwnNote(tx, moderator, id);
    await deleteNote(tx, { id });
    await logNote(tx, moderator, 'user.note-remove', userId, id);
  });
