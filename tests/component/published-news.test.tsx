import { expect, test } from 'vitest';
import { parseHtml } from '#client/core/trusted-types.ts';
import { readNews } from '#islands/live/published-news.ts';

/* Changes in a published thread that the open page doesn't show. */

const pageOf = (replies: number[], next: string) => `
  <section id="replies" data-page="1" data-total="${replies.length}">
    <header><h2>${replies.length} 条回复</h2></header>
    ${replies
      .map((id) => `<article class="reply" data-slot="reply" data-id="${id}" data-version="1">`)
      .join('</article>')}</article>
  </section>
  <nav class="turn">${next}</nav>`;

test('[R40] a reply that the open page lacks is new on the last page, and on none that another follows', () => {
  const published = () => parseHtml(pageOf([1, 2], ''));
  const open = (next: string) => {
    document.body.innerHTML = pageOf([1], next);
    return readNews(published(), 1).added.map(({ dataset }) => dataset.id);
  };
  expect(open('')).toEqual(['2']);
  expect(open('<a rel="next" href="/zh/post/7?page=2">下一页</a>')).toEqual([]);
});
