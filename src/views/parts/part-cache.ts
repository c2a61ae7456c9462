import { LRUCache } from 'lru-cache';
import type { ReactNode } from 'react';
import type { TextsValue } from '#islands/hooks/use-texts.ts';
import { renderParts } from './render-parts.ts';

export interface CachedPart {
  /** Equal keys mean equal HTML on any page. */
  key: string;
  element: ReactNode;
}

/** Renders parts in order; all uncached ones in one pass. */
export type DrawCached = (parts: readonly CachedPart[], texts: TextsValue) => string[];

/**
 * Creates a cache for the HTML of parts that successive renderings share, with a limit in
 * characters (at most two bytes). One per kind of part, so that kinds don't evict each other.
 */
export function createPartCache(maxCharacters: number): DrawCached {
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
