import { MAX_MESSAGE_CHARACTERS } from '../../limits.ts';
import { coercedInt } from '../../wire/field-types.ts';
import { TopPostsReplyWire } from '../../wire/post.ts';
import { EditReplyWire, IdWire, NewReplyWire, PostedReplyWire } from '../../wire/requests.ts';
import {
  PostSourceReplyWire,
  RevisionsReplyWire,
  RevisionTextReplyWire,
} from '../../wire/revision.ts';
import { tagged } from '../call-spec.ts';
import { idempotencyHeaders, limit, optionalId, optionalText, requiredId } from '../params.ts';

const UNREADABLE_POST = {
  404: 'No such post, or one in a forum that the caller may not read',
  406: 'The post is deleted, hidden, or waits for review',
};

export const POST_CALLS = tagged('post', {
  'GET /v1/post/top/list': {
    summary: 'The featured replies of a thread',
    query: { id: requiredId },
    reply: TopPostsReplyWire,
    errors: { 404: 'No such thread', 406: 'The thread was deleted or hidden' },
  },
  'POST /v1/post': {
    right: 'reply.create',
    rate: 'reply',
    summary: 'Replies to a thread',
    description:
      'Errors: `banned`, `closed`, `merged` (406; err_payload is `{thread_id}` of the thread that took this one in), `length`, `tooComplex` (413), `repeat` (the same content of the same author within 10 minutes; err_payload is the earlier post: `{id, thread_id, storey, checked, age}`, the age in seconds), `verify` (sensitive words, in err_payload), `captcha` (new accounts, links of young ones and fast writers solve the captcha popup first). With words that need a review, without a captcha that could be loaded, and with a newcomer’s links to other sites, it keeps its floor and is shown to its author alone.',
    headers: idempotencyHeaders,
    query: {
      captcha_id: optionalText(),
      page_size: limit(10),
      with_post: coercedInt(0, 1).default(0),
    },
    body: NewReplyWire,
    maxCharacters: MAX_MESSAGE_CHARACTERS,
    reply: PostedReplyWire,
  },
  'PUT /v1/thread/post': {
    right: 'reply.edit',
    rate: 'edit',
    summary: 'Changes a reply',
    description:
      'For its author and for moderators. What stood there before is kept as a revision. With words that need a review, or a newcomer’s links to other sites than before, it waits for a moderator. Of a moderator the action log keeps `note`, and with `is_notify` 1 the author is told.',
    body: EditReplyWire,
    maxCharacters: MAX_MESSAGE_CHARACTERS,
  },
  'DELETE /v1/thread/post': {
    right: 'reply.remove',
    rate: 'edit',
    summary: 'Takes one’s own reply away',
    description:
      'The floor stays. When the call returns, no published page shows the reply any more.',
    query: { id: requiredId },
  },
  'POST /v1/thread/post/restore': {
    right: 'reply.restore',
    rate: 'edit',
    summary: 'Restores one’s own reply that was just deleted',
    description:
      'For its author, within ten minutes of the deletion, else `expired`; 403 when a moderator deleted or hid it.',
    body: IdWire,
  },
  'GET /v1/thread/post/source': {
    summary: 'A post as it was sent, to be changed',
    description: 'For its author and for moderators; `id` may be the first post of a thread.',
    query: { id: requiredId },
    reply: PostSourceReplyWire,
    errors: UNREADABLE_POST,
  },
  'GET /v1/thread/post/revisions': {
    summary: 'The versions of a post',
    description:
      'For members. Newest first, at most 100; the one with `id` 0 is what stands there now. Empty for a post that was never edited.',
    query: { id: requiredId },
    reply: RevisionsReplyWire,
    errors: UNREADABLE_POST,
  },
  'GET /v1/thread/post/revision': {
    summary: 'One version of a post',
    description:
      'For members. `post_id` with the `id` of a version; without one, what stands there now.',
    query: { post_id: requiredId, id: optionalId },
    reply: RevisionTextReplyWire,
    errors: UNREADABLE_POST,
  },
  'DELETE /v1/thread/post/revision': {
    right: 'revision.remove',
    rate: 'edit',
    summary: 'Takes an old version of a post away for good',
    description: 'For moderators. The action log keeps who did it and why; the text is gone.',
    query: { post_id: requiredId, id: requiredId, note: optionalText(500) },
  },
});
