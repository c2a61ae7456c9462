import { expect, test } from 'vitest';
import { inlineScriptSources } from '../../scripts/build/inline-scripts.ts';

const hash = (letter: string): string => `'sha256-${letter.repeat(43)}='`;
const own = (await inlineScriptSources()).split(' ');

test('[R40] the inline scripts of the build before stay allowed', async () => {
  const sources = await inlineScriptSources([...own.slice(1), hash('a')].join(' '));
  expect(sources.split(' ')).toEqual([...own, hash('a')]);
});

test('[R40] of former inline scripts the latest four stay allowed', async () => {
  const former = ['a', 'b', 'c', 'd', 'e'].map(hash);
  expect((await inlineScriptSources(former.join(' '))).split(' ')).toEqual([
    ...own,
    ...former.slice(0, 4),
  ]);
});
