import { z } from '@hono/zod-openapi';
import { coercedInt, int, namedObject } from '../../wire/field-types.ts';
import { UserPostsReplyWire, UserThreadsReplyWire } from '../../wire/own-content.ts';
import { UserBriefsReplyWire, UserInfoWire, UserWire } from '../../wire/user.ts';
import { tagged } from '../call-spec.ts';
import { ids, lenient, limit, oneOf, optionalId, pageIndex, searchText } from '../params.ts';

export const userPostsQuery = {
  user_id: optionalId,
  offset: pageIndex,
  limit: limit(10),
  date_type: lenient(coercedInt(0, 3).default(0)).meta({
    description: '0: all; 1: the last week; 2: the last month; 3: the last year',
  }),
  withheld: oneOf(['0', '1'], '0').meta({
    description: '1: include deleted and hidden items (`state`), only in the caller’s own lists',
  }),
};

export const USER_CALLS = tagged('user', {
  'GET /v1/user/info': {
    summary: 'Returns a member',
    description:
      'Without `id`, returns the caller. Only the caller gets their own email, mobile, qq, real name and addresses. Administrators get them from the admin area.',
    query: { id: optionalId },
    reply: z.union([UserInfoWire, UserWire]),
    errors: { 401: 'No id, and not logged in', 404: 'No such person' },
  },
  'GET /v1/user/list': {
    right: 'person.find',
    summary: 'Finds members by the beginning of their name, or by their ids',
    description: 'Completes mentions. Without `keyword` and `ids` the result is empty.',
    query: { keyword: searchText(64), ids, limit: limit(10) },
    reply: UserBriefsReplyWire,
  },
  'GET /v2/user/integral': {
    right: 'own.read',
    summary: 'Returns the caller’s balance of points',
    description: 'Bots use only its status, to check their login.',
    reply: namedObject('IntegralReply', {
      code: int,
      msg: z.string(),
      data: z.object({ integral: int }),
    }),
  },
  'GET /v1/user/thread': {
    summary: 'Lists the threads of a member, newest first',
    description:
      'Without `user_id`, lists the caller’s own. `total_tp_count` is the number of the member’s threads and replies.',
    query: userPostsQuery,
    reply: UserThreadsReplyWire,
    errors: { 404: 'No such person' },
  },
  'GET /v1/user/post': {
    summary: 'Lists the replies of a member, newest first',
    description:
      'Without `user_id`, lists the caller’s own. `posts_count` is the number of all replies of the member, `total_count` that of the list.',
    query: userPostsQuery,
    reply: UserPostsReplyWire,
    errors: { 404: 'No such person' },
  },
});
