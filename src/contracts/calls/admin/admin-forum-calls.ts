import { z } from '@hono/zod-openapi';
import { SETUP_STEPS } from '../../setup-steps.ts';
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
} from '../../wire/admin-forum.ts';
import { ChangedPagesWire } from '../../wire/admin-replies.ts';
import {
  CreatedForumsWire,
  CreateForumsWire,
  ProviderTrialWire,
  SetupWire,
  SkipStepWire,
} from '../../wire/setup.ts';
import { tagged } from '../call-spec.ts';

const forumErrors = {
  409: '`conflict` with the current state in `err_payload`, `inUse`, or `notEmpty`',
} as const;
const themeErrors = {
  409: '`conflict` with the current state in `err_payload`, or `notEmpty`',
} as const;

export const ADMIN_FORUM_CALLS = tagged('admin', {
  'GET /v2/admin/forums': {
    right: 'admin.read',
    summary: 'Lists sections, forums, categories, moderators and groups',
    reply: ForumTreeWire,
  },
  'PUT /v2/admin/forums/order': {
    right: 'forum.edit',
    summary: 'Reorders sections and forums',
    description:
      'Send every section and forum exactly once. Returns `conflict` if they have changed in the meantime.',
    body: ForumOrderWire,
    reply: ChangedPagesWire,
    errors: forumErrors,
  },
  'POST /v2/admin/sections': {
    right: 'forum.edit',
    summary: 'Creates a section',
    body: SectionFieldsWire,
    reply: SavedRowWire,
  },
  'PUT /v2/admin/sections/{id}': {
    right: 'forum.edit',
    summary: 'Renames a section',
    body: EditSectionWire,
    reply: SavedRowWire,
    errors: forumErrors,
  },
  'DELETE /v2/admin/sections/{id}': {
    right: 'forum.edit',
    summary: 'Deletes a section without forums',
    errors: forumErrors,
  },
  'POST /v2/admin/forums': {
    right: 'forum.edit',
    summary: 'Creates a forum',
    body: ForumFieldsWire,
    reply: SavedRowWire,
    errors: forumErrors,
  },
  'PUT /v2/admin/forums/{id}': {
    right: 'forum.edit',
    summary: 'Edits a forum',
    description:
      'If the forum is no longer public, its published pages are deleted before the call returns.',
    body: EditForumWire,
    reply: SavedRowWire,
    errors: forumErrors,
  },
  'DELETE /v2/admin/forums/{id}': {
    right: 'forum.edit',
    summary: 'Deletes a forum that never had content',
    errors: forumErrors,
  },
  'PUT /v2/admin/forums/{id}/moderators': {
    right: 'moderator.appoint',
    summary: 'Sets a forum’s moderators',
    description: 'Replaces the list with these members, in this order.',
    body: RowIdsWire,
    reply: ChangedPagesWire,
  },
  'POST /v2/admin/forums/{id}/themes': {
    right: 'forum.edit',
    summary: 'Adds a category to a forum',
    body: ThemeFieldsWire,
    reply: SavedRowWire,
  },
  'PUT /v2/admin/forums/{id}/themes/order': {
    right: 'forum.edit',
    summary: 'Reorders the categories of a forum',
    body: RowIdsWire,
    reply: ChangedPagesWire,
    errors: themeErrors,
  },
  'PUT /v2/admin/themes/{id}': {
    right: 'forum.edit',
    summary: 'Edits a category',
    body: EditThemeWire,
    reply: SavedRowWire,
    errors: themeErrors,
  },
  'DELETE /v2/admin/themes/{id}': {
    right: 'forum.edit',
    summary: 'Deletes a category without threads',
    errors: themeErrors,
  },

  'GET /v2/admin/setup': {
    right: 'admin.read',
    summary: 'Lists the steps of the setup with their state',
    description:
      'A step is `done` if its data exists. It is `skipped` if an administrator skipped it.',
    reply: SetupWire,
  },
  'PUT /v2/admin/setup/steps/{step}': {
    right: 'config.edit',
    summary: 'Skips a step of the setup, or resumes it',
    params: { step: z.enum(SETUP_STEPS) },
    body: SkipStepWire,
    reply: SetupWire,
  },
  'POST /v2/admin/setup/provider': {
    right: 'config.edit',
    rate: 'setup',
    summary: 'Checks the identity provider and lists its problems',
    description:
      'Checks the provider of OIDC_ISSUER for a few seconds. Only a login can check whether this site’s addresses are registered there.',
    reply: ProviderTrialWire,
    errors: { 404: 'OIDC_ISSUER is not set' },
  },
  'POST /v2/admin/setup/forums': {
    right: 'forum.edit',
    summary: 'Creates the first sections, forums and categories from a template',
    body: CreateForumsWire,
    reply: CreatedForumsWire,
    errors: { 409: '`notEmpty`: forums exist' },
  },
});
