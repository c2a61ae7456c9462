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
    summary: 'Lists the caller’s bookmarks, latest first',
    description:
      '`keyword` searches the note, the subject, the start of the text and the author’s name. Such a call also counts towards the limit of searches. `reminders` 1: only bookmarks with a reminder, next one first. `post_ids`: only the bookmarks of these posts; other filters are ignored. `post` is null if the caller may no longer read it.',
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
    summary: 'Bookmarks a post, or changes the note or reminder',
    description:
      'Missing fields keep their value. Errors: `notFound`, `length` (the note), `limit` (too many bookmarks), `malformed` (the reminder is in the past or more than a year ahead).',
    body: SetBookmarkWire,
    reply: SetBookmarkReplyWire,
    errors: { 404: 'No such post' },
  },
  'DELETE /v2/user/bookmark': {
    right: 'bookmark.set',
    rate: 'react',
    summary: 'Deletes a bookmark with its reminder',
    query: { post_id: requiredId },
  },
  'POST /v1/thread/draft': {
    right: 'draft.save',
    rate: 'draft',
    summary: 'Saves a draft, or replaces it',
    description:
      'Without `id`, creates a draft, or for a reply (`thread_id`) replaces the caller’s draft of that thread. Errors: `limit` (too many drafts, or too large together), `length` (longer than a post may be). With `base`, a change made on another device since then is stored as a second draft. Continue with the `id` of the answer.',
    body: SaveDraftWire,
    maxCharacters: MAX_MESSAGE_CHARACTERS,
    reply: SavedDraftReplyWire,
  },
  'GET /v1/thread/draft': {
    right: 'own.read',
    summary: 'Lists the caller’s drafts, latest first',
    description:
      'If the list would be too large, only the smallest drafts are complete, and `withheld` marks the others. Request one by `id` to get it complete.',
    query: { id: optionalId, thread_id: optionalId, offset: pageIndex, limit: limit(20) },
    reply: DraftsReplyWire,
  },
  'DELETE /v1/thread/draft': {
    right: 'draft.remove',
    rate: 'draft',
    summary: 'Deletes a draft',
    description:
      'With the saved `base` and `writer`, a draft that another device has changed since then is not deleted.',
    query: { id: requiredId, base: SaveDraftWire.shape.base, writer: SaveDraftWire.shape.writer },
  },
  'GET /v2/user/watched': {
    right: 'own.read',
    summary: 'Lists what the caller watches or has muted, latest first',
    description:
      '`of` forums includes sections. `name` is empty if the caller may no longer read the target.',
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
    summary: 'Returns the watch levels of threads, forums, sections or members',
    description: 'Omits targets that the caller doesn’t watch.',
    query: { kind: z.enum(WATCH_KINDS), ids },
    reply: WatchLevelsReplyWire,
  },
  'POST /v2/user/watch': {
    right: 'watch.set',
    rate: 'react',
    summary: 'Sets or removes the watch level of a thread, a forum, a section or a member',
    description:
      'A thread has the levels all, mentions and muted. A member has the levels all, threads and muted, which ignores the member. Errors: `notFound`, `malformed` (the target has no such level), `limit`.',
    body: SetWatchWire,
    errors: { 404: 'The target doesn’t exist, or the caller may not read it' },
  },
  'GET /v2/user/unread': {
    right: 'own.read',
    summary: 'Returns the unread replies of threads',
    description: 'Omits threads without unread replies.',
    query: { thread_ids: ids },
    reply: UnreadReplyWire,
  },
  'GET /v2/user/news': {
    right: 'own.read',
    summary: 'Lists new activity in everything the caller watches, latest first',
    description:
      '`replies`: watched threads with unread replies. `threads`: unopened threads in watched forums and sections and by watched members. For the next page of one list, send its name as `of` and its `next` as `after`. The other list is then empty.',
    query: { of: z.enum(NEWS_LISTS).optional(), after: newsCursor, limit: limit(NEWS_PER_LIST) },
    reply: NewsReplyWire,
  },
  'POST /v2/user/read': {
    right: 'read.mark',
    summary: 'Stores how far the caller has read in threads',
    description: 'The position never moves back. Threads that the caller may not read are ignored.',
    body: MarkReadWire,
  },
  'POST /v2/user/mark-unread': {
    right: 'read.mark',
    summary: 'Marks a thread as unread from a floor on, or as never opened',
    body: MarkUnreadWire,
    errors: { 404: 'The thread doesn’t exist, or the caller may not read it' },
  },
  'POST /v2/user/mark-all-read': {
    right: 'read.mark',
    summary: 'Marks everything older than a time as read, or everything in a forum',
    description:
      'The default of `before` is now. `data.before` is the previous value, or null. Send it as `before` to undo the change.',
    body: MarkAllReadWire,
    reply: MarkAllReadReplyWire,
    errors: { 404: 'The forum doesn’t exist, or the caller may not read it' },
  },
});
