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
  409: '`conflict` with the present state in `err_payload`, `inUse`, or `notEmpty`',
} as const;
const themeErrors = {
  409: '`conflict` with the present state in `err_payload`, or `notEmpty`',
} as const;

export const ADMIN_FORUM_CALLS = tagged('admin', {
  'GET /v2/admin/forums': {
    right: 'admin.read',
    summary: 'Sections, forums, kinds of thread, moderators; and the groups',
    reply: ForumTreeWire,
  },
  'PUT /v2/admin/forums/order': {
    right: 'forum.edit',
    summary: 'Puts sections and forums into an order',
    description:
      'Names every section and forum exactly once; `conflict` when there are others by now.',
    body: ForumOrderWire,
    reply: ChangedPagesWire,
    errors: forumErrors,
  },
  'POST /v2/admin/sections': {
    right: 'forum.edit',
    summary: 'Makes a section',
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
    summary: 'Makes a forum',
    body: ForumFieldsWire,
    reply: SavedRowWire,
    errors: forumErrors,
  },
  'PUT /v2/admin/forums/{id}': {
    right: 'forum.edit',
    summary: 'Changes a forum',
    description:
      'A forum that isn’t for everybody any more is gone from the published pages when the call returns.',
    body: EditForumWire,
    reply: SavedRowWire,
    errors: forumErrors,
  },
  'DELETE /v2/admin/forums/{id}': {
    right: 'forum.edit',
    summary: 'Deletes a forum in which nothing was ever written',
    errors: forumErrors,
  },
  'PUT /v2/admin/forums/{id}/moderators': {
    right: 'moderator.appoint',
    summary: 'Appoints a forum’s moderators',
    description: 'Exactly these people, in this order.',
    body: RowIdsWire,
    reply: ChangedPagesWire,
  },
  'POST /v2/admin/forums/{id}/themes': {
    right: 'forum.edit',
    summary: 'Adds a kind of thread to a forum',
    body: ThemeFieldsWire,
    reply: SavedRowWire,
  },
  'PUT /v2/admin/forums/{id}/themes/order': {
    right: 'forum.edit',
    summary: 'Puts a forum’s kinds of thread into an order',
    body: RowIdsWire,
    reply: ChangedPagesWire,
    errors: themeErrors,
  },
  'PUT /v2/admin/themes/{id}': {
    right: 'forum.edit',
    summary: 'Changes a kind of thread',
    body: EditThemeWire,
    reply: SavedRowWire,
    errors: themeErrors,
  },
  'DELETE /v2/admin/themes/{id}': {
    right: 'forum.edit',
    summary: 'Deletes a kind of thread that no thread has',
    errors: themeErrors,
  },

  'GET /v2/admin/setup': {
    right: 'admin.read',
    summary: 'The steps of setting the forum up, and which are left',
    description:
      'A step is `done` when what it is about is there; `skipped` is what somebody left out.',
    reply: SetupWire,
  },
  'PUT /v2/admin/setup/steps/{step}': {
    right: 'config.edit',
    summary: 'Leaves a step of the setup out, or takes it up again',
    params: { step: z.enum(SETUP_STEPS) },
    body: SkipStepWire,
    reply: SetupWire,
  },
  'POST /v2/admin/setup/provider': {
    right: 'config.edit',
    rate: 'setup',
    summary: 'Asks the identity provider what a login needs, and says what is wrong',
    description:
      'Of the provider that OIDC_ISSUER names; a few seconds at most. Whether the addresses of this site are registered there shows only at a login.',
    reply: ProviderTrialWire,
    errors: { 404: 'OIDC_ISSUER isn’t set' },
  },
  'POST /v2/admin/setup/forums': {
    right: 'forum.edit',
    summary: 'Makes the first sections, forums and kinds of thread from a template',
    body: CreateForumsWire,
    reply: CreatedForumsWire,
    errors: { 409: '`notEmpty`: there are forums already' },
  },
});
