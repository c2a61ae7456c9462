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
    summary: 'A thread as its moderators see it',
    description: `Its marks, what the caller may do, and the replies and comments that others don’t see: of that page (from 1), of those from it to \`last\`, at most ${MAX_PAGES_PER_REQUEST}, or of the \`posts\` that are named, with commas. A thread that isn’t shown comes with its text. \`data\` is null for who doesn’t moderate there.`,
    query: { id: requiredId, page: pageNumber, last: pageNumber.optional(), posts: ids },
    reply: ModeratedThreadReplyWire,
  },
  'GET /v2/moderation/forum': {
    right: 'report.handle',
    summary: 'A forum as its moderators see it',
    description:
      'What the caller may do there, how much waits there, and the latest 50 of its threads that were deleted or hidden, or wait for review. `data` is null for who doesn’t moderate there.',
    query: { id: requiredId },
    reply: ModeratedForumReplyWire,
  },
  'GET /v2/moderation/person': {
    right: 'report.handle',
    summary: 'A person as moderators see them',
    description:
      'Whether the caller may ban or warn them, how many of their warnings count, and their bans, the latest first.',
    query: { user_id: requiredId },
    reply: ModeratedUserReplyWire,
    errors: { 404: 'No such person' },
  },
  'GET /v1/user/master': {
    right: 'forum.ask',
    summary: 'Whether the caller may moderate a forum',
    description: 'False for a visitor. By a token: whether it was made for moderating too.',
    query: { forum_id: requiredId },
    reply: BooleanReplyWire,
  },
  'GET /v1/user/forum': {
    right: 'forum.moderated',
    summary: 'The forums that the caller moderates',
    reply: z.array(ForumBriefWire),
  },
  'POST /v1/forum/auth': {
    right: 'forum.rights',
    summary: 'The caller’s rights in a forum, as a Group',
    description:
      'Of a moderator the moderators’ group, of an administrator a group that may everything. The same group stands once more in `data`.',
    body: namedObject('ForumId', { forum_id: coercedInt(1) }),
    reply: GroupWire.extend({ code: int, msg: z.string(), data: GroupWire }).meta({
      id: 'ForumRights',
    }),
    errors: { 404: 'No such forum for the caller' },
  },
});
