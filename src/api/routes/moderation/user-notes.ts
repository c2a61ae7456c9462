import { addUserNote, editUserNote, readUserNotes, removeUserNote } from '#domain/people/notes.ts';
import type { CallHandler } from '../../http/answer-calls.ts';
import { requireModerator } from '../../http/caller.ts';

export const listNotes: CallHandler<'GET /v2/moderation/notes'> = (c, { db, query }) =>
  readUserNotes(db, requireModerator(c), query.user_id);

export const addNote: CallHandler<'POST /v2/moderation/notes'> = (c, { db, body }) =>
  addUserNote(db, requireModerator(c), body.user_id, body.text);

export const editNote: CallHandler<'PUT /v2/moderation/notes/{id}'> = (c, { db, id, body }) =>
  editUserNote(db, requireModerator(c), id, body.text);

export const removeNote: CallHandler<'DELETE /v2/moderation/notes/{id}'> = (c, { db, id }) =>
  removeUserNote(db, requireModerator(c), id);
