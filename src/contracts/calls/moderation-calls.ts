import { z } from 'zod';
import { int } from '../wire/field-types.ts';
import {
  BanRequestWire,
  ModerationActionReplyWire,
  NoteWire,
  PerformActionWire,
  WarningsReplyWire,
  WarnReplyWire,
  WarnWire,
} from '../wire/moderation.ts';
import {
  ModeratedForumReplyWire,
  ModeratedThreadReplyWire,
  ModeratedUserReplyWire,
} from '../wire/moderator-view.ts';
import type { CallSpecs } from './call-spec.ts';

/* Calls of moderators on the site's pages; see admin-calls.ts for those of the admin area. */

export const MODERATION_CALLS = {
  'GET /v2/moderation/thread': {
    query: {
      id: int,
      page: int.optional(),
      last: int.optional(),
      posts: z.string().optional(),
    },
    reply: ModeratedThreadReplyWire,
  },
  'GET /v2/moderation/forum': { query: { id: int }, reply: ModeratedForumReplyWire },
  'GET /v2/moderation/person': { query: { user_id: int }, reply: ModeratedUserReplyWire },
  'GET /v2/moderation/warnings': { query: { user_id: int }, reply: WarningsReplyWire },

  'POST /v2/moderation/actions': {
    body: PerformActionWire,
    reply: ModerationActionReplyWire,
  },
  'POST /v1/thread/warning': { body: WarnWire, reply: WarnReplyWire },
  'POST /v2/moderation/warnings/{id}/withdraw': {
    body: NoteWire,
    reply: ModerationActionReplyWire,
  },
  'POST /v1/user/crime': { body: BanRequestWire, reply: ModerationActionReplyWire },
} satisfies CallSpecs;
