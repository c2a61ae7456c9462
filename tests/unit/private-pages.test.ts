import { expect, test } from 'vitest';
import { MissRefused } from '../../src/server/miss-queue.ts';
import { createPrivatePages } from '../../src/server/private-pages.ts';

/* The queue of pages that are rendered for one reader. */

const LIMITS = { maxWaiting: 500, waitMs: 60_000 };

/** A renderer that answers on command. */
function heldRenderer() {
  const calls: { path: string; allowed: boolean; answer(body: string): void; fail(): void }[] = [];
  const renderOnce = (path: string, allowed: boolean) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      calls.push({
        path,
        allowed,
        answer: (body) => resolve({ status: 200, body }),
        fail: () => reject(new Error('away')),
      });
    });
  /** Answers this call once it has arrived. */
  const answer = async (number: number, body = `page ${number}`) => {
    await expect.poll(() => calls.length).toBe(number);
    calls[number - 1]?.answer(body);
  };
  return { calls, renderOnce, answer };
}
const page = (path: string, person: number, allowed = true) => ({
  path,
  allowed,
  share: { person, address: `203.0.113.${person}` },
});

test('[R40] forty requests for one private page cost two renderings', async () => {
  const { calls, renderOnce, answer } = heldRenderer();
  const pages = createPrivatePages(renderOnce, LIMITS);
  const all = Array.from({ length: 40 }, (_, n) => pages.render(page('/zh/post/1', n % 4)));
  await answer(1);
  await answer(2);
  const bodies = (await Promise.all(all)).map(({ body }) => body.toString());
  expect(bodies).toEqual(['page 1', ...Array.from({ length: 39 }, () => 'page 2')]);
  expect(calls).toHaveLength(2);
});

test('[R20] a private page never comes from a rendering that began before it was asked for', async () => {
  const { renderOnce, answer } = heldRenderer();
  const pages = createPrivatePages(renderOnce, LIMITS);
  const before = pages.render(page('/zh/post/1', 1));
  const after = pages.render(page('/zh/post/1', 2));
  await answer(1, 'with what is taken down now');
  await answer(2, 'without it');
  expect((await before).body.toString()).toBe('with what is taken down now');
  expect((await after).body.toString()).toBe('without it');
});

test('[R20] a rendering for readers with access is never shared with others', async () => {
  const { calls, renderOnce, answer } = heldRenderer();
  const pages = createPrivatePages(renderOnce, LIMITS);
  const all = [
    pages.render(page('/zh/post/9', 1)),
    pages.render(page('/zh/post/1', 1, true)),
    pages.render(page('/zh/post/1', 2, false)),
    pages.render(page('/en/post/1', 3, true)),
  ];
  for (const number of [1, 2, 3, 4]) await answer(number);
  await Promise.all(all);
  expect(new Set(calls.map(({ path, allowed }) => `${path} ${allowed}`)).size).toBe(4);
});

test('[R40] a person who asks for many private pages waits behind others', async () => {
  const { calls, renderOnce, answer } = heldRenderer();
  const pages = createPrivatePages(renderOnce, { ...LIMITS, maxWaiting: 3 });
  const greedy = [1, 2, 3, 4].map((id) => pages.render(page(`/zh/post/${id}`, 1)));
  const settled = Promise.allSettled(greedy);
  const other = pages.render(page('/zh/post/9', 2));
  for (const number of [1, 2, 3, 4]) await answer(number);
  await other;
  expect(calls.slice(0, 2).map(({ path }) => path)).toEqual(['/zh/post/1', '/zh/post/9']);
  expect((await settled).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
  ]);
  await expect(greedy[3]).rejects.toThrow(MissRefused);
});

test('[R40] a private page that nobody waits for any more is not rendered', async () => {
  const { calls, renderOnce, answer } = heldRenderer();
  const pages = createPrivatePages(renderOnce, LIMITS);
  const first = pages.render(page('/zh/post/1', 1));
  const left = new AbortController();
  const abandoned = pages.render({ ...page('/zh/post/2', 1), signal: left.signal });
  const last = pages.render(page('/zh/post/3', 1));
  left.abort();
  await expect(abandoned).rejects.toThrow(MissRefused);
  await answer(1);
  await answer(2);
  await Promise.all([first, last]);
  expect(calls.map(({ path }) => path)).toEqual(['/zh/post/1', '/zh/post/3']);
});

test('[R40] a private page that failed or took too long can be asked for again', async () => {
  const { calls, renderOnce, answer } = heldRenderer();
  const late = createPrivatePages(renderOnce, { ...LIMITS, waitMs: 1 });
  await expect(late.render(page('/zh/post/1', 1))).rejects.toThrow(MissRefused);
  const pages = createPrivatePages(renderOnce, LIMITS);
  const failing = expect(pages.render(page('/zh/post/1', 1))).rejects.toThrow('away');
  calls[1]?.fail();
  await failing;
  const again = pages.render(page('/zh/post/1', 1));
  await answer(3);
  expect((await again).body.toString()).toBe('page 3');
});
