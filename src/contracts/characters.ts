/** Splits text into grapheme clusters. */
// Marked pure, so that bundles of pages that don't count characters can drop it.
export const segmenter = /* @__PURE__ */ new Intl.Segmenter('zh', { granularity: 'grapheme' });

/** Counts grapheme clusters: an emoji, a Han character or a letter is one. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of segmenter.segment(text)) count++;
  return count;
}
