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
    description: '0 all, 1 the last week, 2 month, 3 year',
  }),
  withheld: oneOf(['0', '1'], '0').meta({
    description: '1: also what was deleted or hidden (`state`), in the caller’s own lists',
  }),
};

export const USER_CALLS = tagged('user', {
  'GET /v1/user/info': {
    summary: 'A person',
    description:
      'Without `id` the caller. Email, mobile, qq, real name and addresses are given to the person alone; administrators ask for them in the admin area.',
    query: { id: optionalId },
    reply: z.union([UserInfoWire, UserWire]),
    errors: { 401: 'No id, and not logged in', 404: 'No such person' },
  },
  'GET /v1/user/list': {
    right: 'person.find',
    summary: 'People by the beginning of their name, or by their ids',
    description: 'For completing mentions; members only. Without `keyword` and `ids` it is empty.',
    query: { keyword: searchText(64), ids, limit: limit(10) },
    reply: UserBriefsReplyWire,
  },
  'GET /v2/user/integral': {
    right: 'own.read',
    summary: 'The caller’s balance of points',
    description: 'Bots look at the status alone, to see whether their login holds.',
    reply: namedObject('IntegralReply', {
      code: int,
      msg: z.string(),
      data: z.object({ integral: int }),
    }),
  },
  'GET /v1/user/thread': {
    summary: 'Threads that a person began, newest first',
    description:
      'Without `user_id` the caller’s own. `total_tp_count` is how many threads and replies the person has written in all.',
    query: userPostsQuery,
    reply: UserThreadsReplyWire,
    errors: { 404: 'No such person' },
  },
  'GET /v1/user/post': {
    summary: 'Replies that a person wrote, newest first',
    description:
      'Without `user_id` the caller’s own. `posts_count` is how many replies the person has written in all, `total_count` how many the list has.',
    query: userPostsQuery,
    reply: UserPostsReplyWire,
    errors: { 404: 'No such person' },
  },
});
