import { pageOfFloor } from '#contracts/paths.ts';
import { type Touch, tag, touches, urgency } from '#publish/touch.ts';

/** What a thread is named by in these touches. */
export interface ThreadPlace {
  threadId: number;
  forumId: number;
}

/** The lists that a new post moves its thread up in, and the numbers beside them. */
const listsMoved = ({ threadId, forumId }: ThreadPlace): Touch[] => [
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
export function touchedByReply(
  place: ThreadPlace & { floor: number; userId: number; perPage: number },
): Touch[] {
  const { threadId, floor, userId, perPage } = place;
  const opensPage = floor > perPage && (floor - 1) % perPage === 0;
  return [
    ...touches(
      urgency.post,
      tag.threadPage(threadId, pageOfFloor(floor)),
      ...(opensPage ? [tag.threadPages(threadId)] : []),
    ),
    ...listsMoved(place),
    ...touches(urgency.counts, tag.userPage(userId)),
  ];
}

/** Of a new thread. */
export const touchedByThread = (place: ThreadPlace & { userId: number }): Touch[] => [
  ...touches(urgency.post, tag.threadPage(place.threadId, 1)),
  ...touches(
    urgency.list,
    tag.list(0, 'newest'),
    tag.list(place.forumId, 'newest'),
    tag.userPage(place.userId),
  ),
  ...listsMoved(place),
];

/** Of a change to what a thread's pages and rows say of it. */
export const touchedByThreadEdit = ({ threadId }: { threadId: number }): Touch[] =>
  touches(urgency.post, tag.thread(threadId), tag.row(threadId));

/** Tags of all pages that show a thread or speak of it. */
export const thread = ({ threadId }: { threadId: number }): string[] => [
  tag.thread(threadId),
  tag.row(threadId),
  tag.named(threadId),
  tag.sitemapOf(threadId),
];

/**
 * Of a thread that was taken away: its pages at once, the lists that close the gap, the numbers.
 */
export const touchedByRemoval = (place: ThreadPlace & { userId: number }): Touch[] => [
  ...touches(urgency.takedown, ...thread(place)),
  ...touches(
    urgency.moderation,
    ...(['latest', 'newest', 'hot', 'digest', 'pinned'] as const).flatMap((order) => [
      tag.list(0, order),
      tag.list(place.forumId, order),
    ]),
  ),
  ...touches(urgency.counts, tag.today(), tag.userPage(place.userId)),
];
