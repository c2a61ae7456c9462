import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import {
  EditUserNoteWire,
  NewUserNoteWire,
  UserNotesReplyWire,
} from '#contracts/wire/moderation.ts';
import { OkReplyWire } from '#contracts/wire/replies.ts';
import { addUserNote, editUserNote, readUserNotes, removeUserNote } from '#domain/user/notes.ts';
import { requireModerator } from '../../http/caller.ts';
import type { ApiEnv } from '../../http/context.ts';
import { limitRate } from '../../http/middleware/limit-rate.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { requiredId } from '../../http/params.ts';
import { jsonBody, jsonResponses } from '../../http/router.ts';

/* Notes on users that moderators share: for moderators, and in the admin area. */

const idParam = z.object({ id: requiredId });
const changeResponses = {
  ...jsonResponses(OkReplyWire),
  403: { description: '`forbidden`: another moderator’s' },
  404: { description: 'No such note' },
};

/** Adds the calls for notes below an address. */
export function addUserNoteRoutes(
  router: OpenAPIHono<ApiEnv>,
  { path, tags }: { path: string; tags: string[] },
): void {
  const read = requireRight('user.note');
  const write = requireRight('user.note', limitRate('moderate'));
  router.openapi(
    createRoute({
      method: 'get',
      path,
      tags,
      ...read,
      summary: 'What moderators noted on a user, the newest first',
      description: 'Nothing of who asks.',
      request: { query: z.object({ user_id: requiredId }) },
      responses: jsonResponses(UserNotesReplyWire),
    }),
    async (c) => {
      const { user_id } = c.req.valid('query');
      const data = await readUserNotes(c.var.deps.db, requireModerator(c), user_id);
      return c.json({ code: 0, msg: 'ok', data }, 200);
    },
  );
  router.openapi(
    createRoute({
      method: 'post',
      path,
      tags,
      ...write,
      summary: 'Notes something on a user, for moderators and administrators alone',
      description: 'Errors: `notFound`, `malformed` (on oneself), `limit` (there are too many).',
      request: { body: jsonBody(NewUserNoteWire) },
      responses: jsonResponses(OkReplyWire),
    }),
    async (c) => {
      const { user_id, text } = c.req.valid('json');
      await addUserNote(c.var.deps.db, requireModerator(c), user_id, text);
      return c.json({ code: 0, msg: 'ok' }, 200);
    },
  );
  router.openapi(
    createRoute({
      method: 'put',
      path: `${path}/{id}`,
      tags,
      ...write,
      summary: 'Changes a note: its writer and administrators may',
      request: { params: idParam, body: jsonBody(EditUserNoteWire) },
      responses: changeResponses,
    }),
    async (c) => {
      const { text } = c.req.valid('json');
      await editUserNote(c.var.deps.db, requireModerator(c), c.req.valid('param').id, text);
      return c.json({ code: 0, msg: 'ok' }, 200);
    },
  );
  router.openapi(
    createRoute({
      method: 'delete',
      path: `${path}/{id}`,
      tags,
      ...write,
      summary: 'Removes a note: its writer and administrators may',
      request: { params: idParam },
      responses: changeResponses,
    }),
    async (c) => {
      await removeUserNote(c.var.deps.db, requireModerator(c), c.req.valid('param').id);
      return c.json({ code: 0, msg: 'ok' }, 200);
    },
  );
}
