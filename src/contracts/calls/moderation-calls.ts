import { z } from 'zod';
import { int } from '../wire/field-types.ts';
import {
  BanRequestWire,
  MergeThreadsWire,
  ModerationActionReplyWire,
  ModerationActionWire,
  MoveThreadsWire,
  NoteWire,
  ReviewDecisionWire,
  SingleModerationActionWire,
  SplitRepliesWire,
  UpdatePostsWire,
  UpdateThreadsWire,
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

const moderationAction = { body: ModerationActionWire, reply: ModerationActionReplyWire };

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

  'PUT /v1/thread/update': { body: UpdateThreadsWire, reply: ModerationActionReplyWire },
  'POST /v2/user/threads/move': { body: MoveThreadsWire, reply: ModerationActionReplyWire },
  'POST /v2/moderation/threads/delete': moderationAction,
  'POST /v2/moderation/threads/hide': moderationAction,
  'POST /v2/moderation/threads/restore': moderationAction,
  'POST /v2/moderation/threads/merge': {
    body: MergeThreadsWire,
    reply: ModerationActionReplyWire,
  },
  'POST /v2/moderation/threads/unmerge': {
    body: SingleModerationActionWire,
    reply: ModerationActionReplyWire,
  },
  'POST /v2/moderation/threads/split': {
    body: SplitRepliesWire,
    reply: ModerationActionReplyWire,
  },
  'PUT /v1/post/update': { body: UpdatePostsWire, reply: ModerationActionReplyWire },
  'POST /v2/moderation/posts/delete': moderationAction,
  'POST /v2/moderation/posts/hide': moderationAction,
  'POST /v2/moderation/posts/restore': moderationAction,
  'POST /v2/moderation/comments/delete': moderationAction,
  'POST /v2/moderation/comments/hide': moderationAction,
  'POST /v2/moderation/comments/restore': moderationAction,
  'POST /v2/moderation/review': { body: ReviewDecisionWire, reply: ModerationActionReplyWire },
  'POST /v1/thread/warning': { body: WarnWire, reply: WarnReplyWire },
  'POST /v2/moderation/warnings/{id}/withdraw': {
    body: NoteWire,
    reply: ModerationActionReplyWire,
  },
  'POST /v1/user/crime': { body: BanRequestWire, reply: ModerationActionReplyWire },
} satisfies CallSpecs;
