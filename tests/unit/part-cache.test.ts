import { createElement } from 'react';
import { expect, test } from 'vitest';
import { translator } from '#i18n/translator.ts';
import { useTexts } from '#islands/hooks/use-texts.ts';
import { createPartCache } from '#views/parts/part-cache.ts';

/* Parts of pages whose HTML is cached between publishing runs. */

const zh = { t: translator('zh'), lang: 'zh', root: 'zh' } as const;
const phone = { ...zh, root: 'phone/zh' } as const;

const drawCached = createPartCache(4_000_000);

const drawnCounts: Record<string, number> = {};

/** A part that counts its renders. */
function Part({ text }: { text: string }) {
  drawnCounts[text] = (drawnCounts[text] ?? 0) + 1;
  return createElement('p', null, `${text} ${useTexts().root}`);
}

const createPart = (text: string) => ({ key: text, element: createElement(Part, { text }) });

test('[R12] an unchanged part of a page is drawn once for each site', () => {
  const part = createPart('<one>');
  const desktop = ['<p>&lt;one&gt; zh</p>'];
  expect(drawCached([part], zh)).toEqual(desktop);
  expect(drawCached([part], zh)).toEqual(desktop);
  expect(drawnCounts).toEqual({ '<one>': 1 });
  expect(drawCached([part], phone)).toEqual(['<p>&lt;one&gt; phone/zh</p>']);
  expect(drawnCounts).toEqual({ '<one>': 2 });
});

test('[R12] only a page’s new part is drawn, and parts stay in order', () => {
  const [a, b, c] = [createPart('a'), createPart('b'), createPart('c')];
  drawCached([a, c], zh);
  expect(drawCached([a, b, c], zh)).toEqual(['<p>a zh</p>', '<p>b zh</p>', '<p>c zh</p>']);
  expect(drawnCounts).toMatchObject({ a: 1, b: 1, c: 1 });
});

test('[R12] a picture in a part is not loaded by a link before it', () => {
  const picture = createElement('img', { src: '/uploads/picture.png', alt: '' });
  const part = { key: 'picture', element: createElement('p', null, picture) };
  expect(drawCached([part], zh)).toEqual(['<p><img src="/uploads/picture.png" alt=""/></p>']);
});

test('[R12] a part that is too large to cache is drawn each time', () => {
  const text = 'x'.repeat(5_000_000);
  const part = createPart(text);
  for (const times of [1, 2]) {
    expect(drawCached([part], zh)[0]).toHaveLength(text.length + '<p> zh</p>'.length);
    expect(drawnCounts[text]).toBe(times);
  }
});
