import { z } from '@hono/zod-openapi';
import { MAX_MESSAGE_CHARACTERS } from '../../limits.ts';
import { INDEX_ORDERS, REPLY_ORDERS } from '../../list-orders.ts';
import { int, namedObject } from '../../wire/field-types.ts';
import { PostListReplyWire } from '../../wire/post.ts';
import { BooleanReplyWire, CreatedReportReplyWire } from '../../wire/replies.ts';
import {
  CreatedThreadReplyWire,
  EditedThreadReplyWire,
  EditThreadWire,
  NewReportWire,
  NewThreadWire,
  PreviewReplyWire,
  PreviewWire,
  ThreadSourceReplyWire,
  VoteWire,
} from '../../wire/requests.ts';
import { CommentsReplyWire, ThreadIndexReplyWire, ThreadInfoReplyWire } from '../../wire/thread.ts';
import { UserBriefsReplyWire } from '../../wire/user.ts';
import { tagged } from '../call-spec.ts';
import {
  idempotencyHeaders,
  limit,
  listOrder,
  oneOf,
  optionalId,
  optionalText,
  pageIndex,
  requiredId,
  threadLanguages,
} from '../params.ts';

const unavailableErrors = { 404: 'No such thread', 406: 'The thread was deleted or hidden' };

const offsetCall = {
  summary: 'The index of the page of replies that holds a post',
  description:
    'For pages of `page_size` in the order of floors. 404 when the post isn’t in the thread `thread_id`, which need not be named.',
  query: { id: requiredId, thread_id: optionalId, page_size: limit(10) },
  reply: namedObject('OffsetReply', { code: int, msg: z.string(), offset: int }),
  errors: unavailableErrors,
};

export const THREAD_CALLS = tagged('thread', {
  'GET /v1/thread/index': {
    summary: 'Threads of all forums',
    description:
      'Threads that are pinned everywhere come first. `where=hot_value` is the same as `order=hot_value`; `where=is_digest` gives digests only, `where=id` the newest first, whatever `order` says and with nothing pinned above them. `updated_at` of a thread is its latest activity.',
    query: {
      order: listOrder(INDEX_ORDERS),
      where: oneOf(['none', 'hot_value', 'is_digest', 'id'], 'none'),
      languages: threadLanguages,
      offset: pageIndex,
      limit: limit(20),
    },
    reply: ThreadIndexReplyWire,
  },
  'GET /v1/thread/info': {
    summary: 'A thread with its first post',
    description: 'Counts a view, once per visitor and 10 minutes.',
    query: { id: requiredId },
    reply: ThreadInfoReplyWire,
    errors: unavailableErrors,
  },
  'POST /v1/thread/view': {
    right: 'thread.view',
    rate: 'view',
    summary: 'Counts a view of a thread that is read as a published page',
    query: { id: requiredId },
    answers: { 204: { description: 'Counted, or seen by the same visitor within 10 minutes' } },
  },
  'GET /v1/thread/post/list': {
    summary: 'Replies of a thread',
    description:
      'Pages are ranges of floors (`storey`), so deleted replies are on them, without their text. `total_count` is the number of floors. `user_id` gives one author’s replies only, and their number. Ordered by `likes`, the most liked first, there are only those that are shown, and `total_count` is their number.',
    query: {
      id: requiredId,
      offset: pageIndex,
      limit: limit(10),
      user_id: optionalId,
      order: oneOf(REPLY_ORDERS, 'asc'),
    },
    reply: PostListReplyWire,
    errors: unavailableErrors,
  },
  'GET /v1/thread/post/comment': {
    summary: 'Comments under a reply, oldest first',
    query: { post_id: requiredId, offset: pageIndex, limit: limit(10) },
    reply: CommentsReplyWire,
    errors: unavailableErrors,
  },
  'GET /v1/thread/offset': offsetCall,
  'GET /v1/user/post/offset': offsetCall,
  'GET /v1/thread/user/list': {
    summary: 'The moderators of a forum',
    description:
      'With those who moderate everywhere, behind the others. `group_type` is the group: 10000 marks a super administrator.',
    query: { forum_id: requiredId },
    reply: UserBriefsReplyWire,
  },
  'POST /v1/thread': {
    right: 'thread.create',
    rate: 'thread',
    summary: 'Begins a thread',
    description:
      'Subject: 2–80 characters as people count them. Errors: `banned`, `length`, `tooComplex` (413), `limit` (a poll that can’t be), `repeat`, `verify` (sensitive words, in err_payload), `captcha` (as for replies). With words that need a review, without a captcha that could be loaded, and with a newcomer’s links to other sites, it is stored with `checked` 0 and shown to its author alone.',
    headers: idempotencyHeaders,
    query: { captcha_id: optionalText() },
    body: NewThreadWire,
    maxCharacters: MAX_MESSAGE_CHARACTERS,
    reply: CreatedThreadReplyWire,
  },
  'GET /v1/thread/source': {
    summary: 'A thread as it was sent, to be changed',
    description: 'For its author and for moderators. 406 when it is deleted or hidden.',
    query: { id: requiredId },
    reply: ThreadSourceReplyWire,
  },
  'PUT /v1/thread': {
    right: 'thread.edit',
    rate: 'edit',
    summary: 'Changes a thread',
    description:
      'For its author and for moderators. What stood there before is kept as a revision. `conflict` (409) when `revision` is given and somebody changed the thread since. `checked` is 0 when it waits for review. Of a moderator the action log keeps `note`, and with `is_notify` 1 the author is told.',
    body: EditThreadWire,
    maxCharacters: MAX_MESSAGE_CHARACTERS,
    reply: EditedThreadReplyWire,
  },
  'DELETE /v1/thread': {
    right: 'thread.remove',
    rate: 'edit',
    summary: 'Takes one’s own thread away',
    description: 'When the call returns, no published page shows the thread any more.',
    query: { id: requiredId },
  },
  'GET /v1/thread/exists/poll': {
    right: 'own.read',
    summary: 'Whether the caller has voted in a thread’s poll',
    query: { id: requiredId },
    reply: BooleanReplyWire,
  },
  'POST /v1/thread/poll': {
    right: 'poll.vote',
    rate: 'react',
    summary: 'Votes in a thread’s poll, once, or anew',
    description:
      'A vote of who has voted takes the place of the former one in a poll whose `changeable` is 1. Errors: `expired`, `limit` (none or too many), `voted` (in any other poll); 400 for an option of another poll.',
    body: VoteWire,
  },
  'POST /v1/thread/post/report': {
    right: 'report.create',
    rate: 'report',
    summary: 'Reports a post, a comment or a letter',
    description:
      'With one of `post_id`, `comment_id` and `letter_id`. A letter is reported by its receiver, to administrators; nobody else sees it, and they see no other. `report_type` is a number or a code of /v1/thread/post/report/list. Errors: `length`, `reported` (the caller has an open report of it).',
    body: NewReportWire,
    reply: CreatedReportReplyWire,
  },
  'POST /v1/thread/preview': {
    right: 'message.preview',
    rate: 'preview',
    summary: 'A message as it would be published',
    description:
      'Sanitized, with its code coloured, its pictures sized and sensitive words replaced, exactly as POST /v1/thread or /v1/post would store it. Nothing is stored, nobody is told. Errors: `banned`, `length`, `tooComplex` (413), `verify` (the words in err_payload). `is_first` 1 gives headings the ids of a first post.',
    body: PreviewWire,
    maxCharacters: MAX_MESSAGE_CHARACTERS,
    reply: PreviewReplyWire,
  },
  'POST /v2/user/thread/{id}/resolve': {
    right: 'thread.resolve',
    rate: 'edit',
    summary: 'Marks a thread as resolved',
    description: 'For its author and for moderators.',
  },
  'POST /v2/user/thread/{id}/unresolve': {
    right: 'thread.resolve',
    rate: 'edit',
    summary: 'Takes back that a thread is resolved',
    description: 'For its author and for moderators.',
  },
});
