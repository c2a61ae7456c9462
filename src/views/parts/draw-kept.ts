import { LRUCache } from 'lru-cache';
import type { ReactNode } from 'react';
import type { TextsValue } from '#islands/hooks/use-texts.ts';
import { renderParts } from './render-parts.ts';

export interface KeptPart {
  /** Two parts of one key have the same HTML, whatever page shows them. */
  key: string;
  element: ReactNode;
}

/** Draws parts in a list's order; what isn't kept is drawn together. */
export type DrawKept = (parts: readonly KeptPart[], texts: TextsValue) => string[];

/**
 * Keeps the HTML of parts that many publishings of a page have in common with the one before, up to
 * so many characters of at most two bytes. Each kind of part has its own, so that many of one kind
 * don't drive out the other.
 */
export function createKeeper(maxCharacters: number): DrawKept {
  const htmlByKey = new LRUCache<string, string>({
    maxSize: maxCharacters,
    sizeCalculation: (html, key) => html.length + key.length,
  });
  return (parts, texts) => {
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
  };
}
