import { readForumTree } from '#domain/forums/forum-tree.ts';
import { reorderForums, reorderThemes } from '#domain/forums/reorder.ts';
import {
  createForum,
  deleteForum,
  editForum,
  saveModerators,
  streamThreadRowTags,
} from '#domain/forums/save.ts';
import { createSection, deleteSection, editSection } from '#domain/forums/save-section.ts';
import { createTheme, deleteTheme, editTheme } from '#domain/forums/save-theme.ts';
import { answerCalls } from '../../http/answer-calls.ts';

/* Sections, forums (R22), their moderators, and thread kinds with editor templates. */

export const adminForumRoutes = answerCalls({
  'GET /v2/admin/forums': (_, { db }) => readForumTree(db),

  'PUT /v2/admin/forums/order': (_, { db, actorId, body }) =>
    reorderForums(db, actorId, body.sections),

  'POST /v2/admin/sections': (_, { db, actorId, body }) => createSection(db, actorId, body),

  'PUT /v2/admin/sections/{id}': (_, { db, actorId, id, body: { version, ...fields } }) =>
    editSection(db, actorId, id, fields, version),

  'DELETE /v2/admin/sections/{id}': (_, { db, actorId, id }) => deleteSection(db, actorId, id),

  'POST /v2/admin/forums': (_, { db, actorId, body }) => createForum(db, actorId, body),

  'PUT /v2/admin/forums/{id}': async (c, { db, actorId, id, body: { version, ...fields } }) => {
    const { removedTags, ...saved } = await editForum(db, actorId, id, fields, version);
    if (removedTags.length > 0) {
      await c.var.deps.takeDown(removedTags);
      for await (const tags of streamThreadRowTags(db, id)) await c.var.deps.takeDown(tags);
    }
    return saved;
  },

  'DELETE /v2/admin/forums/{id}': async (c, { db, actorId, id }) => {
    await c.var.deps.takeDown((await deleteForum(db, actorId, id)).removedTags);
  },

  'PUT /v2/admin/forums/{id}/moderators': (_, { db, actorId, id, body }) =>
    saveModerators(db, actorId, id, body.ids),

  'POST /v2/admin/forums/{id}/themes': (_, { db, actorId, id, body }) =>
    createTheme(db, actorId, id, body),

  'PUT /v2/admin/forums/{id}/themes/order': (_, { db, actorId, id, body }) =>
    reorderThemes(db, actorId, id, body.ids),

  'PUT /v2/admin/themes/{id}': (_, { db, actorId, id, body: { version, ...fields } }) =>
    editTheme(db, actorId, id, fields, version),

  'DELETE /v2/admin/themes/{id}': (_, { db, actorId, id }) => deleteTheme(db, actorId, id),
});
