import { expect, test } from 'vitest';
import { cacheTag, threadIdOfTag } from '#outbox/cache-tags.ts';

test('[R37] tags of a thread’s own pages name the thread; those of pages that mention it, and of other things, don’t', () => {
  const own = [
    cacheTag.thread(7),
    cacheTag.threadPage(7, 2),
    cacheTag.newThreadPage(7, 3),
    cacheTag.threadPages(7),
    cacheTag.threadPagesStep(7),
    cacheTag.threadCounts(7),
  ];
  expect(own.map(threadIdOfTag)).toEqual(own.map(() => 7));
  const others = [cacheTag.threadMention(7), cacheTag.threadRow(7), cacheTag.user(7)];
  expect(others.map(threadIdOfTag)).toEqual(others.map(() => undefined));
});

test('[unit] a kind of tags reads its own tags alone, and has them in SQL', () => {
  expect(cacheTag.threadPage.parse(cacheTag.threadPage(7, 2))).toEqual([7, 2]);
  expect(cacheTag.thread.parse(cacheTag.threadPage(7, 2))).toBeUndefined();
  expect(cacheTag.threadPage.parse(cacheTag.newThreadPage(7, 2))).toBeUndefined();
  expect(cacheTag.threadPage.sql('id', '1')).toBe("format('t:%s:p%s', id, 1)");
  expect(cacheTag.today.sql()).toBe("format('today')");
});
