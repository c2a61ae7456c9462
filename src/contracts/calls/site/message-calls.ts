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
  description: '5 for letters, which have numbers of their own',
});

/** 0 is all except private messages. */
const CATEGORY_PARAMS = [
  '0',
  ...Object.values(MESSAGE_CATEGORIES).map((category) => `${category}` as const),
] as const;

export const MESSAGE_CALLS = tagged('member', {
  'GET /v1/user/msg/read': {
    right: 'message.mark',
    summary: 'Marks a message as read',
    query: { id: requiredId, category: messageCategory },
  },
  'GET /v1/user/msg/readAll': {
    right: 'message.mark',
    summary: 'Marks the messages of a category as read, or all',
    query: { category: optionalId },
  },
  'DELETE /v1/user/msg': {
    right: 'message.remove',
    summary: 'Throws a message away',
    query: { id: requiredId, category: messageCategory },
  },
  'GET /v1/user/letter': {
    right: 'own.read',
    summary: 'Letters between the caller and another member',
    description:
      '`sort` 0: the latest `limit` letters, the oldest of them first, as they are drawn; `offset` counts such pages back. 1: from the first letter on. `from_id` is who wrote it. `before` is the number of a letter: only older ones. Those that the other one wrote count as read from then on.',
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
    summary: 'Writes a letter to another member',
    description:
      'Errors: `banned`, `length`, `tooComplex` (413), `verify`, `captcha` (as for replies), `newcomerLinks` (a newcomer’s letters can’t lead to other sites), `refused` (the receiver takes no letters from the caller), `repeat` (the caller’s letter before it said the same, and no answer has come since).',
    headers: idempotencyHeaders,
    query: { captcha_id: optionalText() },
    body: NewLetterWire,
    maxCharacters: MAX_LETTER_CHARACTERS,
    reply: SentLetterReplyWire,
  },
  'GET /v1/user/letter/list': {
    summary: 'With whom the caller exchanges letters, the latest first',
    query: { offset: pageIndex, limit: limit(20) },
    reply: ConversationsReplyWire,
    errors: { 401: 'Not logged in' },
  },
  'GET /v1/user/letter/block': {
    summary: 'Whether the caller takes no letters from somebody',
    query: { user_id: requiredId },
    reply: BooleanReplyWire,
    errors: { 401: 'Not logged in' },
  },
  'POST /v1/user/letter/block': {
    right: 'letter.block',
    rate: 'edit',
    summary: 'Takes no letters from somebody, or does again',
    body: BlockWire,
    errors: { 404: 'No such member' },
  },
  'GET /v1/user/msg/count': {
    right: 'own.read',
    summary: 'Unread messages by category',
    reply: MessageCountReplyWire,
  },
  'GET /v1/user/ban': {
    right: 'own.read',
    summary: 'The caller’s ban that is in force',
    description: '`data` is null for who isn’t banned; `until` is null for a ban without end.',
    reply: OwnBanReplyWire,
  },
  'GET /v1/user/msg': {
    right: 'own.read',
    summary: 'Messages of a category, newest first',
    description:
      '1 threads, 2 posts, 3 system, 5 letters, 6 mentions; 0 all but letters. `is_new` is 0 for what is unread. Texts are plain: a picture is “[picture]” in the language of the request, a video “[video]”, a sticker its sign. Of category 2 `send_message_fmt` is the caller’s own post, `message_fmt` the answer; of a like `message_fmt` is a sentence in the language of the request and `send_post_id` the post that was liked, the first one of a thread; of category 3 `type` is a title and `note` a sentence, in the language of the request: `kind`, `act` and `reason` are what they are made of. `subject` and the texts are empty when what they are about was taken away.',
    query: {
      category: oneOf(CATEGORY_PARAMS, `${MESSAGE_CATEGORIES.threads}` as const),
      offset: pageIndex,
      limit: limit(20),
    },
    reply: MessagesReplyWire,
  },
  'GET /v1/user/favorite': {
    right: 'own.read',
    summary: 'Threads that the caller keeps, the latest first',
    query: { idtype: oneOf(['tid'], 'tid'), offset: pageIndex, limit: limit(10) },
    reply: FavouritesReplyWire,
  },
  'GET /v1/forum/favorite/list': {
    right: 'own.read',
    summary: 'Forums that the caller keeps, the latest first',
    reply: FavouriteForumsReplyWire,
  },
  'GET /v1/forum/user/favorite': {
    right: 'own.read',
    summary: 'Whether the caller keeps a forum',
    query: { forum_id: requiredId },
    reply: BooleanReplyWire,
    errors: { 404: 'No such forum' },
  },
  'GET /v1/thread/post/report/list': {
    right: 'own.read',
    summary: 'What a post can be reported for',
    description:
      '`data`: names by their numbers, in the language of the request; `kinds`: the same with their codes, and in both languages. Number or code goes back as `report_type`; 10 (`other`) asks for a reason of its own.',
    reply: ReportKindsReplyWire,
  },
  'GET /v1/user/events': {
    rate: 'events',
    summary: 'Server-sent events for a browser',
    description:
      '`unread`, at once and whenever it changes: what /v1/user/msg/count says, as JSON. `removals`: a list of what was just taken away, by numbers: {thread}, {thread, post}, {thread, post, comment}, or {user} for all that a person has written. `threads`: numbers of the threads asked for in `thread_ids` whose pages were published anew. `again`: some of that may have been missed. `end`: the login has ended; asking again is no use. For browsers, which hold one connection for all their windows: 403 for tokens, 503 with Retry-After when there is no room. Whoever can’t hold a connection asks /v1/user/msg/count now and then.',
    query: {
      thread_ids: ids
        .refine((all) => all.length <= MAX_FOLLOWED_THREADS)
        .optional()
        .describe('Threads that the browser shows'),
    },
    errors: { 401: 'Not logged in' },
    answers: {
      200: {
        description: 'A stream that doesn’t end by itself',
        content: { 'text/event-stream': { schema: z.string() } },
      },
    },
  },
});
