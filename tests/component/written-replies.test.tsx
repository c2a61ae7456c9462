import { screen } from '@testing-library/react';
import { test } from 'vitest';
import { $unpublishedReplies, type UnpublishedReply } from '#client/thread/unpublished-replies.ts';
import WrittenReplies from '#islands/thread/WrittenReplies.tsx';
import { MEMBER, renderIsland } from '../support/component.tsx';

/* The page of a thread shows a reply that was just written. */

test('[R24] the contents of a thread count a reply that was just written', async () => {
  document.body.insertAdjacentHTML(
    'beforeend',
    `<ol class="outline"><li><a href="#replies">9 条回复</a></li></ol>
    <section id="list"><header><h2>9 条回复</h2></header>
    <article class="reply" data-id="77" data-version="1"></article></section>`,
  );
  const list = document.querySelector('#list') as Element;
  $unpublishedReplies.set([
    { post: { id: 77, thread: { posts_cnt: 10 } } } as unknown as UnpublishedReply,
  ]);
  renderIsland(<WrittenReplies list={list} />, { as: MEMBER });
  await screen.findByRole('link', { name: '10 条回复' });
});
