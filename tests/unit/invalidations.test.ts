import { expect, test } from 'vitest';
import { getNewThreadInvalidations } from '#domain/shared/thread-invalidations.ts';
import { urgency } from '#outbox/invalidation.ts';

test('[R23, R40] a new thread’s page is rendered with the posts, then the lists that contain it, then the counts', () => {
  const ordered = getNewThreadInvalidations({ threadId: 7, forumId: 3, userId: 5 });
  const tagsOf = (level: number) =>
    ordered.filter((one) => one.urgency === level).map(({ tag }) => tag);
  expect(tagsOf(urgency.post)).toEqual(['t:7:p1', 't:7:p1:new']);
  expect(tagsOf(urgency.list)).toEqual(
    expect.arrayContaining(['r:7', 'l:0:latest', 'l:3:latest', 'u:5:page']),
  );
  expect(tagsOf(urgency.counts)).toContain('today');
});
