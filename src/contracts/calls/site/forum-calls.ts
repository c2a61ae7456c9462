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
    summary: 'Sections, each with its forums',
    description: 'Forums that the caller may not read are left out, and sections without forums.',
    reply: z.array(SectionWire),
  },
  'GET /v1/forum/rows': {
    summary: 'The same forums as a flat list',
    reply: z.array(ForumBriefWire),
  },
  'GET /v1/forum/theme': {
    summary: 'The kinds of thread that a forum offers',
    description:
      '`may_choose` is false for kinds of thread that administrators keep for moderators, when the caller is none of this forum.',
    query: { forum_id: requiredId },
    reply: z.array(ThemeChoiceWire),
  },
  'POST /v1/forum/view': {
    right: 'forum.view',
    rate: 'view',
    summary: 'Counts a visit of a forum that is read as a published page',
    query: { id: requiredId },
    answers: { 204: { description: 'Counted, or seen by the same visitor within 10 minutes' } },
  },
  'GET /v1/forum/id': {
    summary: 'A forum with a page of its threads',
    description:
      'Threads that are pinned in the forum come first. `where=is_digest` gives digests only. Counts a visit, once per visitor and 10 minutes. `user_list` has who moderates there or everywhere.',
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
