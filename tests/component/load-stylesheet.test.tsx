import { expect, test } from 'vitest';
import { loadStylesheet } from '#islands/page/load-stylesheet.ts';

const links = (href: string) => [...document.head.querySelectorAll(`link[href="${href}"]`)];

test('[R42] a stylesheet that is asked for twice is added once', async () => {
  const loading = Promise.all([loadStylesheet('/once.css'), loadStylesheet('/once.css')]);
  expect(links('/once.css')).toHaveLength(1);
  links('/once.css')[0]?.dispatchEvent(new Event('load'));
  await loading;
});

test('[R18] a stylesheet that did not load is tried again', async () => {
  const failing = loadStylesheet('/again.css');
  links('/again.css')[0]?.dispatchEvent(new Event('error'));
  await failing;
  void loadStylesheet('/again.css');
  expect(links('/again.css')).toHaveLength(2);
});
