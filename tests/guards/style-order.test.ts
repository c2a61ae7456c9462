import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LAYER_ORDER } from '#contracts/css-layers.ts';
import { filesBelow, textOf } from './sources.ts';

/* Stylesheets that React inserts before the page's own must not define the order of layers. */

/** Names of the stylesheets that a component links with a precedence. */
function linkedStylesheets(path: string): string[] {
  const text = textOf(path);
  if (!text.includes('precedence=')) return [];
  return [...text.matchAll(/from '(?:#|[./]+)styles\/([\w/-]+\.css)\?url'/g)].map(
    ([, name = '']) => name,
  );
}

test('[guard] a stylesheet that React puts at the head’s beginning says the pages’ order of layers first', () => {
  const names = [...new Set(filesBelow('src/islands').flatMap(linkedStylesheets))];
  expect(names).toContain('bookmarks.css');
  const order = LAYER_ORDER.replaceAll(',', ', ');
  const wrong = names.filter((name) => {
    const text = textOf(join('src/styles', name)).replace(/\/\*.*?\*\//gs, '');
    return !text.trimStart().startsWith(`${order};`);
  });
  expect(wrong).toEqual([]);
});
