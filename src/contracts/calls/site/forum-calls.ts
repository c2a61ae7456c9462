import { z } from '@hono/zod-openapi';
import { FORUM_ORDERS } from '../../list-orders.ts';
import { ForumBriefWire, SectionWire, ThemeChoiceWire } from '../../wire/forum.ts';
import { ForumPageReplyWire } from '../../wire/thread.ts';
import { tagged } from '../call-spec.ts';
import {
  limit,
  listOrder,
  oneOf,
  optionalId,
  pageIndex,
  requiredId,
  threadLanguages,
} from '../params.ts';

export const FORUM_CALLS = tagged('forum', {
  'GET /v1/forum': {
    summary: 'Lists the sections with their forums',
    description: 'Omits forums that the caller may not read, and sections without forums.',
    reply: z.array(SectionWire),
  },
  'GET /v1/forum/rows': {
    summary: 'Lists the same forums without sections',
    reply: z.array(ForumBriefWire),
  },
  'GET /v1/forum/theme': {
    summary: 'Lists the categories of a forum',
    description:
      '`may_choose` is false for categories that are reserved for moderators, unless the caller moderates this forum.',
    query: { forum_id: requiredId },
    reply: z.array(ThemeChoiceWire),
  },
  'POST /v1/forum/view': {
    right: 'forum.view',
    rate: 'view',
    summary: 'Counts a visit to the published page of a forum',
    query: { id: requiredId },
    answers: {
      204: { description: 'Counted, or already counted for this visitor within 10 minutes' },
    },
  },
  'GET /v1/forum/id': {
    summary: 'Returns a forum with a page of its threads',
    description:
      'Threads pinned in the forum come first. `where=is_digest` returns highlighted threads only. The call counts a visit, once per visitor and 10 minutes. `user_list` contains the moderators of this forum and of all forums.',
    query: {
      id: requiredId,
      order: listOrder(FORUM_ORDERS),
      type_id: optionalId,
      languages: threadLanguages,
      where: oneOf(['none', 'is_digest'], 'none'),
      offset: pageIndex,
      limit: limit(20),
    },
    reply: ForumPageReplyWire,
  },
});
