/** Cuts between what people take for one character each. */
// Marked pure, so that bundles of pages that don't count characters can drop it.
export const segmenter = /* @__PURE__ */ new Intl.Segmenter('zh', { granularity: 'grapheme' });

/** Counts grapheme clusters: an emoji, a Han character and a letter are one each. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of segmenter.segment(text)) count++;
  return count;
}
