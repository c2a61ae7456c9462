import { MAX_COMMENT_CHARACTERS } from '../../limits.ts';
import { EditCommentWire, NewCommentWire, WrittenCommentReplyWire } from '../../wire/requests.ts';
import { tagged } from '../call-spec.ts';
import { idempotencyHeaders, optionalText, requiredId } from '../params.ts';

export const COMMENT_CALLS = tagged('comment', {
  'POST /v1/post/comment': {
    right: 'comment.create',
    rate: 'comment',
    summary: 'Adds a comment to a reply',
    description:
      'Errors: `banned`, `closed`, `length`, `tooComplex` (413), `repeat` (the same content under the same reply within 10 minutes), `verify` (sensitive words, in err_payload), `captcha` (as for replies). The comment is stored but hidden until a moderator approves it in three cases: words that need a review, a captcha that could not be loaded, links of a new member to other sites.',
    headers: idempotencyHeaders,
    query: { captcha_id: optionalText() },
    body: NewCommentWire,
    maxCharacters: MAX_COMMENT_CHARACTERS,
    reply: WrittenCommentReplyWire,
  },
  'PUT /v1/post/comment': {
    right: 'comment.edit',
    rate: 'edit',
    summary: 'Edits one’s own comment',
    description:
      'Possible for 10 minutes; later the error is `editExpired`. The former text is stored as a revision. Other errors: `banned`, `closed`, `length`, `tooComplex` (413), `verify` (sensitive words, in err_payload), `conflict` (409: it was deleted or hidden in the meantime). Words that need a review, and new links of a new member to other sites, send it to review. Until then only its author sees it.',
    body: EditCommentWire,
    maxCharacters: MAX_COMMENT_CHARACTERS,
    reply: WrittenCommentReplyWire,
  },
  'DELETE /v1/post/comment': {
    right: 'comment.remove',
    rate: 'edit',
    summary: 'Deletes one’s own comment',
    description: 'When the call returns, no published page shows the comment.',
    query: { id: requiredId },
  },
});
