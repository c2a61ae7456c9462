import { LRUCache } from 'lru-cache';
import type { ReactNode } from 'react';
import type { TextsValue } from '#islands/hooks/use-texts.ts';
import { renderParts } from './render-parts.ts';

/** Of all kept parts, in characters of at most two bytes: some thousand replies. */
const MAX_KEPT_CHARACTERS = 4_000_000;

const htmlByKey = new LRUCache<string, string>({
  maxSize: MAX_KEPT_CHARACTERS,
  sizeCalculation: (html, key) => html.length + key.length,
});

export interface KeptPart {
  /** Two parts of one key have the same HTML, whatever page shows them. */
  key: string;
  element: ReactNode;
}

/**
 * The HTML of parts that many publishings of a page have in common with the one before. What isn't
 * kept is drawn together.
 */
export function drawKept(parts: readonly KeptPart[], texts: TextsValue): string[] {
  const keys = parts.map(({ key }) => `${texts.root} ${key}`);
  const htmls = keys.map((key) => htmlByKey.get(key));
  const missing = [...htmls.keys()].filter((index) => htmls[index] === undefined);
  const drawn = renderParts(
    missing.map((index) => parts[index]?.element),
    texts,
  );
  for (const [at, index] of missing.entries()) {
    htmls[index] = drawn[at];
    htmlByKey.set(keys[index] as string, drawn[at]);
  }
  return htmls as string[];
}
