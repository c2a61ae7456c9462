import { z } from '@hono/zod-openapi';
import { MAX_PAGES_PER_REQUEST } from '../../limits.ts';
import { coercedInt, int, namedObject } from '../../wire/field-types.ts';
import { ForumBriefWire } from '../../wire/forum.ts';
import {
  ModeratedForumReplyWire,
  ModeratedThreadReplyWire,
  ModeratedUserReplyWire,
} from '../../wire/moderator-view.ts';
import { BooleanReplyWire } from '../../wire/replies.ts';
import { GroupWire } from '../../wire/user.ts';
import { tagged } from '../call-spec.ts';
import { ids, pageNumber, requiredId } from '../params.ts';

export const MODERATOR_VIEW_CALLS = tagged('moderation', {
  'GET /v2/moderation/thread': {
    right: 'report.handle',
    summary: 'Returns the moderators’ data of a thread',
    description: `Contains its marks, the actions that the caller may perform, and the replies and comments hidden from others. Select them by \`page\` (from 1), by \`page\` to \`last\` (at most ${MAX_PAGES_PER_REQUEST} pages), or by \`posts\`, separated by commas. A hidden thread includes its text. \`data\` is null if the caller doesn’t moderate the forum.`,
    query: { id: requiredId, page: pageNumber, last: pageNumber.optional(), posts: ids },
    reply: ModeratedThreadReplyWire,
  },
  'GET /v2/moderation/forum': {
    right: 'report.handle',
    summary: 'Returns the moderators’ data of a forum',
    description:
      'Contains the actions that the caller may perform, the number of pending items, and the latest 50 threads that are deleted, hidden or pending review. `data` is null if the caller doesn’t moderate the forum.',
    query: { id: requiredId },
    reply: ModeratedForumReplyWire,
  },
  'GET /v2/moderation/person': {
    right: 'report.handle',
    summary: 'Returns the moderators’ data of a member',
    description:
      'Contains whether the caller may ban or warn the member, the number of active warnings, and the bans, latest first.',
    query: { user_id: requiredId },
    reply: ModeratedUserReplyWire,
    errors: { 404: 'No such person' },
  },
  'GET /v1/user/master': {
    right: 'forum.ask',
    summary: 'Returns whether the caller may moderate a forum',
    description: 'Returns false without a login. A token needs the scope `moderate`.',
    query: { forum_id: requiredId },
    reply: BooleanReplyWire,
  },
  'GET /v1/user/forum': {
    right: 'forum.moderated',
    summary: 'Lists the forums that the caller moderates',
    reply: z.array(ForumBriefWire),
  },
  'POST /v1/forum/auth': {
    right: 'forum.rights',
    summary: 'Returns the caller’s rights in a forum, as a Group',
    description:
      'Moderators get the moderators’ group. Administrators get a group with all rights. `data` repeats the same group.',
    body: namedObject('ForumId', { forum_id: coercedInt(1) }),
    reply: GroupWire.extend({ code: int, msg: z.string(), data: GroupWire }).meta({
      id: 'ForumRights',
    }),
    errors: { 404: 'The forum doesn’t exist, or the caller may not read it' },
  },
});
