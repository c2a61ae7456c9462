import { pageOfFloor } from '#contracts/paths.ts';
import { type Touch, tag, touches, urgency } from '#publish/touch.ts';

/** What a thread is named by in these touches. */
export interface ThreadLocation {
  threadId: number;
  forumId: number;
}

/** The lists that a new post moves its thread up in, and the numbers beside them. */
const getMovedListInvalidations = ({ threadId, forumId }: ThreadLocation): Touch[] => [
  ...touches(urgency.list, tag.row(threadId), tag.list(0, 'latest'), tag.list(forumId, 'latest')),
  ...touches(
    urgency.counts,
    tag.threadCounts(threadId),
    tag.list(0, 'hot'),
    tag.list(forumId, 'hot'),
    tag.today(),
  ),
];

/**
 * Of a new reply at this floor. The pages between the first and the last three are never touched by
 * it.
 */
export function getReplyInvalidations(
  location: ThreadLocation & { floor: number; userId: number; perPage: number },
): Touch[] {
  const { threadId, floor, userId, perPage } = location;
  const opensPage = floor > perPage && (floor - 1) % perPage === 0;
  return [
    ...touches(
      urgency.post,
      tag.threadPage(threadId, pageOfFloor(floor)),
      ...(opensPage ? [tag.threadPages(threadId)] : []),
    ),
    ...getMovedListInvalidations(location),
    ...touches(urgency.counts, tag.userPage(userId)),
  ];
}

/** Of a new thread. */
export const getNewThreadInvalidations = (
  location: ThreadLocation & { userId: number },
): Touch[] => [
  ...touches(urgency.post, tag.threadPage(location.threadId, 1)),
  ...touches(
    urgency.list,
    tag.list(0, 'newest'),
    tag.list(location.forumId, 'newest'),
    tag.userPage(location.userId),
  ),
  ...getMovedListInvalidations(location),
];

/** Of a change to what a thread's pages and rows say of it. */
export const getThreadEditInvalidations = ({ threadId }: { threadId: number }): Touch[] =>
  touches(urgency.post, tag.thread(threadId), tag.row(threadId));

/** Tags of all pages that show a thread or speak of it. */
export const threadTags = ({ threadId }: { threadId: number }): string[] => [
  tag.thread(threadId),
  tag.row(threadId),
  tag.named(threadId),
  tag.sitemapOf(threadId),
];

/**
 * Of a thread that was taken away: its pages at once, the lists that close the gap, the numbers.
 */
export const getThreadRemovalInvalidations = (
  location: ThreadLocation & { userId: number },
): Touch[] => [
  ...touches(urgency.takedown, ...threadTags(location)),
  ...touches(
    urgency.moderation,
    ...(['latest', 'newest', 'hot', 'digest', 'pinned'] as const).flatMap((order) => [
      tag.list(0, order),
      tag.list(location.forumId, order),
    ]),
  ),
  ...touches(urgency.counts, tag.today(), tag.userPage(location.userId)),
];
