import { expect, test } from 'vitest';
import { toAbsoluteAddresses } from '#contracts/absolute-addresses.ts';
import { brandFor } from '#contracts/brand.ts';
import { renderAtom, renderRss } from '#views/feeds.ts';

const SITE = 'https://forum.example';

test.each([
  ['<img src="/uploads/a.webp">', '<img src="https://forum.example/uploads/a.webp">'],
  [
    '<img srcset="/uploads/a-480.webp 480w, /uploads/a.webp 960w" sizes="100vw">',
    '<img srcset="https://forum.example/uploads/a-480.webp 480w, https://forum.example/uploads/a.webp 960w" sizes="100vw">',
  ],
  [
    '<video poster="/uploads/p.webp" controls><source src="/uploads/v.mp4"></video>',
    '<video poster="https://forum.example/uploads/p.webp" controls><source src="https://forum.example/uploads/v.mp4"></video>',
  ],
  ['<a href="/zh/post/1?a=1&amp;b=2">', '<a href="https://forum.example/zh/post/1?a=1&amp;b=2">'],
  ['<a href="//other.example/x">', '<a href="https://other.example/x">'],
  ['<a href="#part">', '<a href="https://forum.example/zh/post/7#part">'],
  [
    '<img src="/assets/image/raccoon/[agree].gif">',
    '<img src="https://forum.example/assets/image/raccoon/[agree].gif">',
  ],
  ['<a href="mailto:a@b.example">', '<a href="mailto:a@b.example">'],
  ['<a href="http://other.example/">', '<a href="http://other.example/">'],
  ['<code>src="/x"</code>', '<code>src="/x"</code>'],
])('[R41] outside of the site %s is %s', (html, absolute) => {
  expect(toAbsoluteAddresses(html, `${SITE}/zh/post/7`)).toBe(absolute);
});

test('[R41] feeds have absolute addresses of pictures and links', () => {
  const at = new Date(0);
  const feed = {
    lang: 'zh',
    site: SITE,
    brand: brandFor(''),
    items: [
      {
        id: 7,
        authorId: 1,
        subject: 's',
        language: 'zh_CN',
        html: '<img src="/uploads/a.webp" srcset="/uploads/a-480.webp 480w"><a href="#b">b</a>',
        author: 'a',
        forum: 'f',
        forumEn: 'f',
        createdAt: at,
        updatedAt: at,
      },
    ],
  } as const;
  for (const text of [
    renderRss({ ...feed, items: [...feed.items] }),
    renderAtom({ ...feed, items: [...feed.items] }),
  ])
    for (const address of ['uploads/a.webp', 'uploads/a-480.webp', 'zh/post/7#b'])
      expect(text).toContain(`&quot;${SITE}/${address}`);
});
