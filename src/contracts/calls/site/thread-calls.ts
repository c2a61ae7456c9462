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
  summary: 'Returns the index of the page of replies that contains a post',
  description:
    'For pages of `page_size` replies in the order of floors. Returns 404 if `thread_id` is present and the post isn’t in that thread.',
  query: { id: requiredId, thread_id: optionalId, page_size: limit(10) },
  reply: namedObject('OffsetReply', { code: int, msg: z.string(), offset: int }),
  errors: unavailableErrors,
};

export const THREAD_CALLS = tagged('thread', {
  'GET /v1/thread/index': {
    summary: 'Lists threads of all forums',
    description:
      'Globally pinned threads come first. `where=hot_value` equals `order=hot_value`. `where=is_digest` returns highlighted threads only. `where=id` returns the newest first, ignores `order` and pins nothing. `updated_at` of a thread is its latest activity.',
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
    summary: 'Returns a thread with its first post',
    description: 'The call counts a view, once per visitor and 10 minutes.',
    query: { id: requiredId },
    reply: ThreadInfoReplyWire,
    errors: unavailableErrors,
  },
  'POST /v1/thread/view': {
    right: 'thread.view',
    rate: 'view',
    summary: 'Counts a view of the published page of a thread',
    query: { id: requiredId },
    answers: {
      204: { description: 'Counted, or already counted for this visitor within 10 minutes' },
    },
  },
  'GET /v1/thread/post/list': {
    summary: 'Lists the replies of a thread',
    description:
      'Pages are ranges of floors (`storey`), so they include deleted replies without their text. `total_count` is the number of floors. `user_id` returns and counts only the replies of one author. `order` `likes` returns and counts only visible replies, most liked first.',
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
    summary: 'Lists the comments of a reply, oldest first',
    query: { post_id: requiredId, offset: pageIndex, limit: limit(10) },
    reply: CommentsReplyWire,
    errors: unavailableErrors,
  },
  'GET /v1/thread/offset': offsetCall,
  'GET /v1/user/post/offset': offsetCall,
  'GET /v1/thread/user/list': {
    summary: 'Lists the moderators of a forum',
    description:
      'The moderators of all forums follow those of this forum. `group_type` is the group; 10000 is a super administrator.',
    query: { forum_id: requiredId },
    reply: UserBriefsReplyWire,
  },
  'POST /v1/thread': {
    right: 'thread.create',
    rate: 'thread',
    summary: 'Creates a thread',
    description:
      'The subject has 2–80 user-perceived characters. Errors: `banned`, `length`, `tooComplex` (413), `limit` (an invalid poll), `repeat`, `verify` (sensitive words, in err_payload), `captcha` (as for replies). The thread is stored with `checked` 0, visible only to its author until a moderator approves it, in three cases: words that need a review, a captcha that could not be loaded, links of a new member to other sites.',
    headers: idempotencyHeaders,
    query: { captcha_id: optionalText() },
    body: NewThreadWire,
    maxCharacters: MAX_MESSAGE_CHARACTERS,
    reply: CreatedThreadReplyWire,
  },
  'GET /v1/thread/source': {
    summary: 'Returns a thread as it was sent, for editing',
    description:
      'The author and the forum’s moderators may call it. Returns 406 if it is deleted or hidden.',
    query: { id: requiredId },
    reply: ThreadSourceReplyWire,
  },
  'PUT /v1/thread': {
    right: 'thread.edit',
    rate: 'edit',
    summary: 'Edits a thread',
    description:
      'The former version is stored as a revision. Returns `conflict` (409) if `revision` is present and the thread has changed since. `checked` is 0 if the thread is pending review. For a moderator, the action log stores `note`, and `is_notify` 1 notifies the author.',
    body: EditThreadWire,
    maxCharacters: MAX_MESSAGE_CHARACTERS,
    reply: EditedThreadReplyWire,
  },
  'DELETE /v1/thread': {
    right: 'thread.remove',
    rate: 'edit',
    summary: 'Deletes one’s own thread',
    description: 'When the call returns, no published page shows the thread.',
    query: { id: requiredId },
  },
  'GET /v1/thread/exists/poll': {
    right: 'own.read',
    summary: 'Returns whether the caller has voted in a thread’s poll',
    query: { id: requiredId },
    reply: BooleanReplyWire,
  },
  'POST /v1/thread/poll': {
    right: 'poll.vote',
    rate: 'react',
    summary: 'Votes in a thread’s poll, or changes the vote',
    description:
      'A new vote replaces the former one if the poll’s `changeable` is 1. Errors: `expired`, `limit` (no option or too many), `voted` (the vote can’t be changed), 400 for an option of another poll.',
    body: VoteWire,
  },
  'POST /v1/thread/post/report': {
    right: 'report.create',
    rate: 'report',
    summary: 'Reports a post, a comment or a private message',
    description:
      'Send one of `post_id`, `comment_id` and `letter_id`. Only its recipient can report a private message. Administrators see the reported message, but no other. `report_type` is a number or a code of /v1/thread/post/report/list. Errors: `length`, `reported` (the caller already has an open report of it).',
    body: NewReportWire,
    reply: CreatedReportReplyWire,
  },
  'POST /v1/thread/preview': {
    right: 'message.preview',
    rate: 'preview',
    summary: 'Returns a message as it would be published',
    description:
      'Sanitizes the message, highlights its code, sizes its pictures and replaces sensitive words, as POST /v1/thread and /v1/post do. It stores nothing and notifies nobody. Errors: `banned`, `length`, `tooComplex` (413), `verify` (the words are in err_payload). `is_first` 1 gives headings the ids of a first post.',
    body: PreviewWire,
    maxCharacters: MAX_MESSAGE_CHARACTERS,
    reply: PreviewReplyWire,
  },
  'POST /v2/user/thread/{id}/resolve': {
    right: 'thread.resolve',
    rate: 'edit',
    summary: 'Marks a thread as resolved',
  },
  'POST /v2/user/thread/{id}/unresolve': {
    right: 'thread.resolve',
    rate: 'edit',
    summary: 'Marks a thread as unresolved',
  },
});
