import { z } from '@hono/zod-openapi';
import { MAX_MESSAGE_CHARACTERS } from '../../limits.ts';
import { NEWS_LISTS, WATCH_KINDS, WATCH_LISTS } from '../../watching.ts';
import { BookmarksReplyWire, SetBookmarkReplyWire, SetBookmarkWire } from '../../wire/bookmark.ts';
import { DraftsReplyWire } from '../../wire/own-content.ts';
import {
  MarkAllReadReplyWire,
  MarkAllReadWire,
  MarkReadWire,
  MarkUnreadWire,
  NewsReplyWire,
  UnreadReplyWire,
} from '../../wire/reading.ts';
import { SaveDraftWire, SavedDraftReplyWire } from '../../wire/requests.ts';
import { SetWatchWire, WatchedReplyWire, WatchLevelsReplyWire } from '../../wire/watch.ts';
import { tagged } from '../call-spec.ts';
import {
  ids,
  limit,
  oneOf,
  optionalId,
  optionalText,
  pageIndex,
  requiredId,
  searchText,
} from '../params.ts';

const MAX_KEYWORD_CHARACTERS = 100;

const NEWS_PER_LIST = 50;

/** Microseconds since 1970 and the thread's id. */
const newsCursor = optionalText(40).transform((text, context) => {
  if (text === undefined) return undefined;
  const [, micros, id] = /^(\d{1,16})\.(\d{1,9})$/.exec(text) ?? [];
  if (micros !== undefined && id !== undefined) return { micros, id: Number(id) };
  context.addIssue({ code: 'custom', message: 'must be `next` of a list' });
  return z.NEVER;
});

export const OWN_LIST_CALLS = tagged('member', {
  'GET /v2/user/bookmarks': {
    right: 'own.read',
    summary: 'The caller’s bookmarks, the latest first',
    description:
      '`keyword` is looked for in the note, the subject, the beginning of the text and the author’s name; such a call counts as a search, too. `reminders` 1: only those with a reminder, the next one first. `post_ids`: those of these posts alone, whatever else is asked for. `post` is null of what the caller may not read any more.',
    query: {
      keyword: searchText(MAX_KEYWORD_CHARACTERS),
      reminders: oneOf(['0', '1'], '0'),
      post_ids: ids,
      offset: pageIndex,
      limit: limit(20),
    },
    reply: BookmarksReplyWire,
  },
  'POST /v2/user/bookmark': {
    right: 'bookmark.set',
    rate: 'react',
    summary: 'Bookmarks a post, or changes its note or reminder',
    description:
      'What is left out stays as it is. Errors: `notFound`, `length` (the note), `limit` (there are too many), `malformed` (the reminder is past or more than a year away).',
    body: SetBookmarkWire,
    reply: SetBookmarkReplyWire,
    errors: { 404: 'No such post' },
  },
  'DELETE /v2/user/bookmark': {
    right: 'bookmark.set',
    rate: 'react',
    summary: 'Removes a bookmark with its reminder',
    query: { post_id: requiredId },
  },
  'POST /v1/thread/draft': {
    right: 'draft.save',
    rate: 'draft',
    summary: 'Saves a draft, or replaces it',
    description:
      'Without `id` a new one; for a reply (`thread_id`) the one that the caller has for it. `limit` when there are too many, or when they are too large together; `length` for a message that is longer than a post may be. With `base`, what another device wrote since is kept as a second draft; the answer’s `id` is the one to go on with.',
    body: SaveDraftWire,
    maxCharacters: MAX_MESSAGE_CHARACTERS,
    reply: SavedDraftReplyWire,
  },
  'GET /v1/thread/draft': {
    right: 'own.read',
    summary: 'The caller’s drafts, the latest first',
    description:
      'A list that would be too large has the smallest drafts whole; `withheld` tells of the others. One that is asked for by `id` is whole.',
    query: {
      id: optionalId,
      thread_id: optionalId,
      offset: pageIndex,
      limit: limit(20),
    },
    reply: DraftsReplyWire,
  },
  'DELETE /v1/thread/draft': {
    right: 'draft.remove',
    rate: 'draft',
    summary: 'Throws a draft away',
    description:
      'With `base` and `writer` as they were saved, a draft that another device has written on since stays.',
    query: {
      id: requiredId,
      base: SaveDraftWire.shape.base,
      writer: SaveDraftWire.shape.writer,
    },
  },
  'GET /v2/user/watched': {
    right: 'own.read',
    summary: 'What the caller watches, or has muted, the latest first',
    description:
      '`of` forums: sections, too. `name` is empty for what the caller may not see any more.',
    query: {
      of: oneOf(WATCH_LISTS, 'threads'),
      muted: oneOf(['0', '1'], '0'),
      offset: pageIndex,
      limit: limit(20),
    },
    reply: WatchedReplyWire,
  },
  'GET /v2/user/watch': {
    right: 'own.read',
    summary: 'How closely the caller watches threads, forums, sections or people',
    description: 'What isn’t watched is left out.',
    query: { kind: z.enum(WATCH_KINDS), ids },
    reply: WatchLevelsReplyWire,
  },
  'POST /v2/user/watch': {
    right: 'watch.set',
    rate: 'react',
    summary: 'Watches a thread, a forum, a section or somebody, mutes it, or does neither any more',
    description:
      'A thread has the levels all, mentions and muted; somebody has all, threads and muted, which ignores them. Errors: `notFound`, `malformed` (a level that the kind doesn’t have), `limit`.',
    body: SetWatchWire,
    errors: { 404: 'Nothing that the caller may see' },
  },
  'GET /v2/user/unread': {
    right: 'own.read',
    summary: 'What is new to the caller of these threads',
    description: 'Threads without anything new are left out.',
    query: { thread_ids: ids },
    reply: UnreadReplyWire,
  },
  'GET /v2/user/news': {
    right: 'own.read',
    summary: 'What is new to the caller in what they watch, the latest first',
    description:
      '`replies`: watched threads with unread replies. `threads`: threads that the caller hasn’t opened, in watched forums and sections and by watched people. `of` one of them with its `next` as `after`: the next ones of that list; the other one is empty.',
    query: {
      of: z.enum(NEWS_LISTS).optional(),
      after: newsCursor,
      limit: limit(NEWS_PER_LIST),
    },
    reply: NewsReplyWire,
  },
  'POST /v2/user/read': {
    right: 'read.mark',
    summary: 'Notes how far the caller has read in threads, never less far than before',
    description: 'What the caller may not read is left out.',
    body: MarkReadWire,
  },
  'POST /v2/user/mark-unread': {
    right: 'read.mark',
    summary: 'Makes a thread unread from a floor on, or new as if it had never been opened',
    body: MarkUnreadWire,
    errors: { 404: 'No thread that the caller may read' },
  },
  'POST /v2/user/mark-all-read': {
    right: 'read.mark',
    summary: 'Marks everything as read that is older than a time, or everything of a forum',
    description:
      '`before` is now unless it is given. `data.before` is what counted until then, null where nothing did: sent again, it takes the change back.',
    body: MarkAllReadWire,
    reply: MarkAllReadReplyWire,
    errors: { 404: 'No forum that the caller may read' },
  },
});
