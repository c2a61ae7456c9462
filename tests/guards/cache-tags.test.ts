import { expect, test } from 'vitest';
import { filesBelow, isCode, textOf } from './sources.ts';

const REGISTRY = 'src/outbox/cache-tags.ts';

/** A tag in a template, an SQL format or a regular expression. */
const SPELLED_TAG = /['"`^([](?:[trlfugc]|\[[trlfugc]+\]\)):(?:%s|\$\{|\(?\\d)/;

test('[guard] tags of published pages are spelled in one file', () => {
  expect(textOf(REGISTRY)).toMatch(SPELLED_TAG);
  for (const spelling of ["format('u:%s:page', id)", '/^f:(\\d+)$/', '/^([tuf]):(\\d+)/'])
    expect(spelling).toMatch(SPELLED_TAG);
  const elsewhere = filesBelow('src')
    .filter((path) => isCode(path) && path !== REGISTRY)
    .filter((path) => SPELLED_TAG.test(textOf(path)));
  expect(elsewhere).toEqual([]);
});
