import { cacheTag } from '#publish/outbox/cache-tags.ts';
import { type Invalidation, toInvalidations, urgency } from '#publish/outbox/invalidation.ts';
import { getListTags } from './list-tags.ts';

/** The ids that the tags of a thread are made of. */
export interface ThreadLocation {
  threadId: number;
  forumId: number;
}

/** The lists that a new post moves its thread up in, and the numbers beside them. */
export const getMovedListInvalidations = ({
  threadId,
  forumId,
}: ThreadLocation): Invalidation[] => [
  ...toInvalidations(
    urgency.list,
    cacheTag.threadRow(threadId),
    ...getListTags([0, forumId], ['activity']),
  ),
  ...toInvalidations(
    urgency.counts,
    cacheTag.threadCounts(threadId),
    ...getListTags([0, forumId], ['popularity']),
    cacheTag.today(),
  ),
];

/** Of a new thread. */
export const getNewThreadInvalidations = (
  location: ThreadLocation & { userId: number },
): Invalidation[] => [
  ...toInvalidations(
    urgency.post,
    cacheTag.threadPage(location.threadId, 1),
    cacheTag.newThreadPage(location.threadId, 1),
  ),
  ...toInvalidations(
    urgency.list,
    ...getListTags([0, location.forumId], ['creation']),
    cacheTag.userPage(location.userId),
  ),
  ...getMovedListInvalidations(location),
];

/** Of a change to what a thread's pages and rows say of it. */
export const getThreadEditInvalidations = ({ threadId }: { threadId: number }): Invalidation[] =>
  toInvalidations(urgency.post, cacheTag.thread(threadId), cacheTag.threadRow(threadId));

/** Tags of all pages that show a thread or speak of it. */
export const threadTags = ({ threadId }: { threadId: number }): string[] => [
  cacheTag.thread(threadId),
  cacheTag.threadRow(threadId),
  cacheTag.threadMention(threadId),
  cacheTag.sitemapPart(threadId),
];

/** Of a thread that was removed: its pages at once, then the lists it was in, then the numbers. */
export const getThreadRemovalInvalidations = (
  location: ThreadLocation & { userId: number },
): Invalidation[] => [
  ...toInvalidations(urgency.takedown, ...threadTags(location)),
  ...toInvalidations(urgency.moderation, ...getListTags([0, location.forumId])),
  ...toInvalidations(urgency.counts, cacheTag.today(), cacheTag.userPage(location.userId)),
];
