// Marked pure, so that bundles of pages that cut nothing can drop it.
const segmenter = /* @__PURE__ */ new Intl.Segmenter('zh', { granularity: 'grapheme' });

/**
 * The first `limit` characters of a text, as readers count them: no emoji, flag or letter with its
 * marks is cut. No longer than 8 code units for each of them, whatever is stacked on one.
 */
export function firstCharacters(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let end = 0;
  let count = 0;
  for (const { segment } of segmenter.segment(text.slice(0, limit * 8))) {
    if (count === limit) break;
    count += 1;
    end += segment.length;
  }
  return text.slice(0, end);
}
