import { expect, test } from 'vitest';
import { loadMessageEditor } from '#islands/composer/load-editors.ts';

test('[R1] the editor of phones comes after its stylesheet', async () => {
  history.replaceState(null, '', '/phone/zh');
  let hasCome = false;
  const loading = loadMessageEditor().then(() => {
    hasCome = true;
  });
  await import('#islands/composer/plain/PlainEditor.tsx');
  await new Promise<void>((resolve) => setImmediate(resolve));
  expect(hasCome).toBe(false);
  document.head.querySelector('link[rel=stylesheet]')?.dispatchEvent(new Event('load'));
  await loading;
  expect(hasCome).toBe(true);
});
