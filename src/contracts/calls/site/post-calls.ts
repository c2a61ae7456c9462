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
  404: 'The post doesn’t exist, or the caller may not read its forum',
  406: 'The post is deleted, hidden or pending review',
};

export const POST_CALLS = tagged('post', {
  'GET /v1/post/top/list': {
    summary: 'Lists the featured replies of a thread',
    query: { id: requiredId },
    reply: TopPostsReplyWire,
    errors: { 404: 'No such thread', 406: 'The thread was deleted or hidden' },
  },
  'POST /v1/post': {
    right: 'reply.create',
    rate: 'reply',
    summary: 'Replies to a thread',
    description:
      'Errors: `banned`, `closed`, `merged` (406; err_payload is `{thread_id}` of the thread that contains the replies now), `length`, `tooComplex` (413), `repeat` (the same content of the same author within 10 minutes; err_payload is the earlier post: `{id, thread_id, storey, checked, age}`, with the age in seconds), `verify` (sensitive words, in err_payload), `captcha` (new accounts, links of recent accounts and frequent authors must solve the captcha `popup` first). The reply is stored with its floor, but visible only to its author until a moderator approves it, in three cases: words that need a review, a captcha that could not be loaded, links of a new member to other sites.',
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
    summary: 'Edits a reply',
    description:
      'The former version is stored as a revision. Words that need a review, and new links of a new member to other sites, send it to review. For a moderator, the action log stores `note`, and `is_notify` 1 notifies the author.',
    body: EditReplyWire,
    maxCharacters: MAX_MESSAGE_CHARACTERS,
  },
  'DELETE /v1/thread/post': {
    right: 'reply.remove',
    rate: 'edit',
    summary: 'Deletes one’s own reply',
    description: 'Its floor remains. When the call returns, no published page shows the reply.',
    query: { id: requiredId },
  },
  'POST /v1/thread/post/restore': {
    right: 'reply.restore',
    rate: 'edit',
    summary: 'Restores one’s own reply that was just deleted',
    description:
      'Possible within ten minutes of the deletion; later the error is `expired`. Returns 403 if a moderator deleted or hid the reply.',
    body: IdWire,
  },
  'GET /v1/thread/post/source': {
    summary: 'Returns a post as it was sent, for editing',
    description:
      'The author and the forum’s moderators may call it. `id` may be the first post of a thread.',
    query: { id: requiredId },
    reply: PostSourceReplyWire,
    errors: UNREADABLE_POST,
  },
  'GET /v1/thread/post/revisions': {
    summary: 'Lists the versions of a post, newest first',
    description:
      'Members may call it. Returns at most 100. The version with `id` 0 is the current one. A post that was never edited has none.',
    query: { id: requiredId },
    reply: RevisionsReplyWire,
    errors: UNREADABLE_POST,
  },
  'GET /v1/thread/post/revision': {
    summary: 'Returns one version of a post',
    description:
      'Members may call it. Send `post_id` with the `id` of a version. Without `id`, returns the current version.',
    query: { post_id: requiredId, id: optionalId },
    reply: RevisionTextReplyWire,
    errors: UNREADABLE_POST,
  },
  'DELETE /v1/thread/post/revision': {
    right: 'revision.remove',
    rate: 'edit',
    summary: 'Deletes an old version of a post permanently',
    description: 'The action log stores the moderator and the reason, but not the text.',
    query: { post_id: requiredId, id: requiredId, note: optionalText(500) },
  },
});
