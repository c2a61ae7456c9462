import { z } from '@hono/zod-openapi';
import { MAX_FOLLOWED_THREADS, MAX_LETTER_CHARACTERS } from '../../limits.ts';
import { MESSAGE_CATEGORIES } from '../../message-categories.ts';
import { FavouriteForumsReplyWire } from '../../wire/forum.ts';
import {
  ConversationsReplyWire,
  FavouritesReplyWire,
  LettersReplyWire,
  MessageCountReplyWire,
  MessagesReplyWire,
  OwnBanReplyWire,
  SentLetterReplyWire,
} from '../../wire/own-content.ts';
import { BooleanReplyWire, ReportKindsReplyWire } from '../../wire/replies.ts';
import { BlockWire, NewLetterWire } from '../../wire/requests.ts';
import { tagged } from '../call-spec.ts';
import {
  idempotencyHeaders,
  ids,
  limit,
  oneOf,
  optionalId,
  optionalText,
  pageIndex,
  requiredId,
} from '../params.ts';

/** Private messages have separate numbers. */
const messageCategory = optionalId.openapi({
  description: '5 for private messages, which have separate ids',
});

/** 0 is all except private messages. */
const CATEGORY_PARAMS = [
  '0',
  ...Object.values(MESSAGE_CATEGORIES).map((category) => `${category}` as const),
] as const;

export const MESSAGE_CALLS = tagged('member', {
  'GET /v1/user/msg/read': {
    right: 'message.mark',
    summary: 'Marks a notification as read',
    query: { id: requiredId, category: messageCategory },
  },
  'GET /v1/user/msg/readAll': {
    right: 'message.mark',
    summary: 'Marks the notifications of a category as read, or all of them',
    query: { category: optionalId },
  },
  'DELETE /v1/user/msg': {
    right: 'message.remove',
    summary: 'Deletes a notification or a private message',
    query: { id: requiredId, category: messageCategory },
  },
  'GET /v1/user/letter': {
    right: 'own.read',
    summary: 'Lists the private messages between the caller and another member',
    description:
      '`sort` 0: the latest `limit` messages, oldest first; `offset` counts such pages backwards. `sort` 1: starts with the first message. `from_id` is the sender. `before` is the id of a message: only older ones are returned. The call marks the messages of the other member as read.',
    query: {
      receive_user_id: requiredId,
      sort: oneOf(['0', '1'], '0'),
      before: optionalId,
      offset: pageIndex,
      limit: limit(20),
    },
    reply: LettersReplyWire,
  },
  'POST /v1/user/letter': {
    right: 'letter.create',
    rate: 'letter',
    summary: 'Sends a private message to another member',
    description:
      'Errors: `banned`, `length`, `tooComplex` (413), `verify`, `captcha` (as for replies), `newcomerLinks` (new members may not link to other sites), `refused` (the recipient blocks messages from the caller), `repeat` (identical to the caller’s previous message, which has no answer yet).',
    headers: idempotencyHeaders,
    query: { captcha_id: optionalText() },
    body: NewLetterWire,
    maxCharacters: MAX_LETTER_CHARACTERS,
    reply: SentLetterReplyWire,
  },
  'GET /v1/user/letter/list': {
    summary: 'Lists the caller’s conversations, latest first',
    query: { offset: pageIndex, limit: limit(20) },
    reply: ConversationsReplyWire,
    errors: { 401: 'Not logged in' },
  },
  'GET /v1/user/letter/block': {
    summary: 'Returns whether the caller blocks private messages from a member',
    query: { user_id: requiredId },
    reply: BooleanReplyWire,
    errors: { 401: 'Not logged in' },
  },
  'POST /v1/user/letter/block': {
    right: 'letter.block',
    rate: 'edit',
    summary: 'Blocks private messages from a member, or allows them again',
    body: BlockWire,
    errors: { 404: 'No such member' },
  },
  'GET /v1/user/msg/count': {
    right: 'own.read',
    summary: 'Counts the caller’s unread notifications by category',
    reply: MessageCountReplyWire,
  },
  'GET /v1/user/ban': {
    right: 'own.read',
    summary: 'Returns the caller’s current ban',
    description: '`data` is null without a ban. `until` is null for a permanent ban.',
    reply: OwnBanReplyWire,
  },
  'GET /v1/user/msg': {
    right: 'own.read',
    summary: 'Lists the caller’s notifications of a category, newest first',
    description:
      '`category`: 1 threads, 2 posts, 3 system, 5 private messages, 6 mentions, 0 all except private messages. `is_new` is 0 for unread ones. Texts are plain: a picture is “[picture]” in the language of the request, a video “[video]”, a sticker its code. In category 2, `send_message_fmt` is the caller’s post and `message_fmt` the answer. For a like, `message_fmt` is a sentence in the language of the request, and `send_post_id` the liked post. In category 3, `type` is a title and `note` a sentence in the language of the request, built from `kind`, `act` and `reason`. `subject` and the texts are empty if their source was deleted or hidden.',
    query: {
      category: oneOf(CATEGORY_PARAMS, `${MESSAGE_CATEGORIES.threads}` as const),
      offset: pageIndex,
      limit: limit(20),
    },
    reply: MessagesReplyWire,
  },
  'GET /v1/user/favorite': {
    right: 'own.read',
    summary: 'Lists the caller’s favourite threads, latest first',
    query: { idtype: oneOf(['tid'], 'tid'), offset: pageIndex, limit: limit(10) },
    reply: FavouritesReplyWire,
  },
  'GET /v1/forum/favorite/list': {
    right: 'own.read',
    summary: 'Lists the caller’s favourite forums, latest first',
    reply: FavouriteForumsReplyWire,
  },
  'GET /v1/forum/user/favorite': {
    right: 'own.read',
    summary: 'Returns whether a forum is a favourite of the caller',
    query: { forum_id: requiredId },
    reply: BooleanReplyWire,
    errors: { 404: 'No such forum' },
  },
  'GET /v1/thread/post/report/list': {
    right: 'own.read',
    summary: 'Lists the reasons for which a post can be reported',
    description:
      '`data` maps numbers to names in the language of the request. `kinds` adds the codes and both languages. Send a number or a code as `report_type`. 10 (`other`) requires a `reason`.',
    reply: ReportKindsReplyWire,
  },
  'GET /v1/user/events': {
    rate: 'events',
    summary: 'Streams server-sent events to a browser',
    description:
      '`unread`: the JSON of /v1/user/msg/count, at the start and after every change. `removals`: a list of removed content, by ids: {thread}, {thread, post}, {thread, post, comment}, or {user} for everything by one member. `threads`: ids of `thread_ids` whose pages were republished. `again`: events may have been lost. `beat`: every 10 seconds. `end`: the login has ended; do not reconnect. A browser opens one connection for all its windows. Tokens get 403. A server without free connections returns 503 with Retry-After. Clients that can’t hold a connection poll /v1/user/msg/count.',
    query: {
      thread_ids: ids
        .refine((all) => all.length <= MAX_FOLLOWED_THREADS)
        .optional()
        .describe('Ids of the threads that the browser shows'),
    },
    errors: { 401: 'Not logged in' },
    answers: {
      200: {
        description: 'A stream without end',
        content: { 'text/event-stream': { schema: z.string() } },
      },
    },
  },
});
