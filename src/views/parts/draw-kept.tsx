import { LRUCache } from 'lru-cache';
import { Fragment, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Texts, type TextsValue } from '#islands/hooks/use-texts.ts';

/** Of all kept parts, in characters of at most two bytes: some thousand replies. */
const MAX_KEPT_CHARACTERS = 4_000_000;

const htmlByKey = new LRUCache<string, string>({
  maxSize: MAX_KEPT_CHARACTERS,
  sizeCalculation: (html, key) => html.length + key.length,
});

/** Stands before each part: no text of the database holds it, and React writes it as it is. */
const BEFORE = '\0';

export interface KeptPart {
  /** Two parts of one key have the same HTML, whatever page shows them. */
  key: string;
  element: ReactNode;
}

/**
 * The HTML of parts that many publishings of a page, and both of its sites, have in common with the
 * one before. What isn't kept is drawn in one go: a root of its own for each part would cost as
 * much as the part (decisions/twins.md).
 */
export function drawKept(parts: readonly KeptPart[], texts: TextsValue): string[] {
  const keyOf = (part: KeptPart) => `${texts.root} ${part.key}`;
  const missing = parts.filter((part) => !htmlByKey.has(keyOf(part)));
  const drawn = renderToStaticMarkup(
    <Texts value={texts}>
      {missing.map((part) => (
        <Fragment key={part.key}>
          {BEFORE}
          {part.element}
        </Fragment>
      ))}
    </Texts>,
  )
    .split(BEFORE)
    .slice(1); // React begins with links that load its first pictures early
  const fresh = new Map(missing.map((part, index) => [part.key, drawn[index] as string]));
  return parts.map((part) => {
    const html = fresh.get(part.key) ?? (htmlByKey.get(keyOf(part)) as string);
    htmlByKey.set(keyOf(part), html);
    return html;
  });
}
