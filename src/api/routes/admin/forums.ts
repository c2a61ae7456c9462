import {
  EditForumWire,
  EditSectionWire,
  EditThemeWire,
  ForumFieldsWire,
  ForumOrderWire,
  ForumTreeWire,
  RowIdsWire,
  SavedRowWire,
  SectionFieldsWire,
  ThemeFieldsWire,
} from '#contracts/wire/admin-forum.ts';
import { ChangedPagesWire } from '#contracts/wire/admin-replies.ts';
import { readForumTree } from '#domain/forum/forum-tree.ts';
import { reorderForums, reorderThemes } from '#domain/forum/reorder.ts';
import { createForum, deleteForum, editForum, streamThreadRowTags } from '#domain/forum/save.ts';
import { saveModerators } from '#domain/forum/save-moderators.ts';
import { createSection, deleteSection, editSection } from '#domain/forum/save-section.ts';
import { createTheme, deleteTheme, editTheme } from '#domain/forum/save-theme.ts';
import { createRouter } from '../../http/router.ts';
import { addAdminCall } from './admin-call.ts';

/*
 * Sections and forums (R22), who moderates them, and the kinds of thread that a forum offers, each
 * with a template for the editor.
 */

export const adminForumRoutes = createRouter();

const errors = {
  409: '`conflict` with the present state in `err_payload`, `inUse`, or `notEmpty`',
};

addAdminCall(adminForumRoutes, 'GET /v2/admin/forums', {
  right: 'admin.read',
  summary: 'Sections, forums, kinds of thread, moderators; and the groups',
  reply: ForumTreeWire,
  run: ({ db }) => readForumTree(db),
});

addAdminCall(adminForumRoutes, 'PUT /v2/admin/forums/order', {
  right: 'forum.edit',
  summary: 'Puts sections and forums into an order',
  description:
    'Names every section and forum exactly once; `conflict` when there are others by now.',
  body: ForumOrderWire,
  reply: ChangedPagesWire,
  errors,
  run: ({ db, actorId, body }) => reorderForums(db, actorId, body.sections),
});

addAdminCall(adminForumRoutes, 'POST /v2/admin/sections', {
  right: 'forum.edit',
  summary: 'Makes a section',
  body: SectionFieldsWire,
  reply: SavedRowWire,
  run: ({ db, actorId, body }) => createSection(db, actorId, body),
});

addAdminCall(adminForumRoutes, 'PUT /v2/admin/sections/{id}', {
  right: 'forum.edit',
  summary: 'Renames a section',
  body: EditSectionWire,
  reply: SavedRowWire,
  errors,
  run: ({ db, actorId, id, body: { version, ...fields } }) =>
    editSection(db, actorId, id, fields, version),
});

addAdminCall(adminForumRoutes, 'DELETE /v2/admin/sections/{id}', {
  right: 'forum.edit',
  summary: 'Deletes a section without forums',
  errors,
  run: ({ db, actorId, id }) => deleteSection(db, actorId, id),
});

addAdminCall(adminForumRoutes, 'POST /v2/admin/forums', {
  right: 'forum.edit',
  summary: 'Makes a forum',
  body: ForumFieldsWire,
  reply: SavedRowWire,
  errors,
  run: ({ db, actorId, body }) => createForum(db, actorId, body),
});

addAdminCall(adminForumRoutes, 'PUT /v2/admin/forums/{id}', {
  right: 'forum.edit',
  summary: 'Changes a forum',
  description:
    'A forum that isn’t for everybody any more is gone from the published pages when the call returns.',
  body: EditForumWire,
  reply: SavedRowWire,
  errors,
  async run({ db, actorId, id, body: { version, ...fields }, c }) {
    const { removedTags, ...saved } = await editForum(db, actorId, id, fields, version);
    if (removedTags.length > 0) {
      await c.var.deps.takeDown(removedTags);
      for await (const tags of streamThreadRowTags(db, id)) await c.var.deps.takeDown(tags);
    }
    return saved;
  },
});

addAdminCall(adminForumRoutes, 'DELETE /v2/admin/forums/{id}', {
  right: 'forum.edit',
  summary: 'Deletes a forum in which nothing was ever written',
  errors,
  async run({ db, actorId, id, c }) {
    await c.var.deps.takeDown((await deleteForum(db, actorId, id)).removedTags);
  },
});

addAdminCall(adminForumRoutes, 'PUT /v2/admin/forums/{id}/moderators', {
  right: 'moderator.appoint',
  summary: 'Appoints a forum’s moderators',
  description: 'Exactly these people, in this order.',
  body: RowIdsWire,
  reply: ChangedPagesWire,
  run: ({ db, actorId, id, body }) => saveModerators(db, actorId, id, body.ids),
});

const themeErrors = {
  409: '`conflict` with the present state in `err_payload`, or `notEmpty`',
};

addAdminCall(adminForumRoutes, 'POST /v2/admin/forums/{id}/themes', {
  right: 'forum.edit',
  summary: 'Adds a kind of thread to a forum',
  body: ThemeFieldsWire,
  reply: SavedRowWire,
  run: ({ db, actorId, id, body }) => createTheme(db, actorId, id, body),
});

addAdminCall(adminForumRoutes, 'PUT /v2/admin/forums/{id}/themes/order', {
  right: 'forum.edit',
  summary: 'Puts a forum’s kinds of thread into an order',
  body: RowIdsWire,
  reply: ChangedPagesWire,
  errors: themeErrors,
  run: ({ db, actorId, id, body }) => reorderThemes(db, actorId, id, body.ids),
});

addAdminCall(adminForumRoutes, 'PUT /v2/admin/themes/{id}', {
  right: 'forum.edit',
  summary: 'Changes a kind of thread',
  body: EditThemeWire,
  reply: SavedRowWire,
  errors: themeErrors,
  run: ({ db, actorId, id, body: { version, ...fields } }) =>
    editTheme(db, actorId, id, fields, version),
});

addAdminCall(adminForumRoutes, 'DELETE /v2/admin/themes/{id}', {
  right: 'forum.edit',
  summary: 'Deletes a kind of thread that no thread has',
  errors: themeErrors,
  run: ({ db, actorId, id }) => deleteTheme(db, actorId, id),
});
