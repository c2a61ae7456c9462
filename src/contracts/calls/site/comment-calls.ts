import { MAX_COMMENT_CHARACTERS } from '../../limits.ts';
import { EditCommentWire, NewCommentWire, WrittenCommentReplyWire } from '../../wire/requests.ts';
import { tagged } from '../call-spec.ts';
import { idempotencyHeaders, optionalText, requiredId } from '../params.ts';

export const COMMENT_CALLS = tagged('comment', {
  'POST /v1/post/comment': {
    right: 'comment.create',
    rate: 'comment',
    summary: 'Comments on a reply',
    description:
      'Errors: `banned`, `closed`, `length`, `tooComplex` (413), `repeat` (the same content under the same reply within 10 minutes), `verify` (sensitive words, in err_payload), `captcha` (as for replies). With words that need a review, without a captcha that could be loaded, and with a newcomer’s links to other sites, it is stored and shown to nobody yet.',
    headers: idempotencyHeaders,
    query: { captcha_id: optionalText() },
    body: NewCommentWire,
    maxCharacters: MAX_COMMENT_CHARACTERS,
    reply: WrittenCommentReplyWire,
  },
  'PUT /v1/post/comment': {
    right: 'comment.edit',
    rate: 'edit',
    summary: 'Changes one’s own comment',
    description:
      'For 10 minutes after it was written; later `editExpired`. The former text is kept as a revision. Other errors: `banned`, `closed`, `length`, `tooComplex` (413), `verify` (sensitive words, in err_payload), `conflict` (409: it was deleted or hidden meanwhile). With words that need a review, or a newcomer’s links to other sites than before, it waits for a moderator, and its author alone is shown it.',
    body: EditCommentWire,
    maxCharacters: MAX_COMMENT_CHARACTERS,
    reply: WrittenCommentReplyWire,
  },
  'DELETE /v1/post/comment': {
    right: 'comment.remove',
    rate: 'edit',
    summary: 'Takes one’s own comment away',
    description: 'When the call returns, no published page shows the comment any more.',
    query: { id: requiredId },
  },
});
