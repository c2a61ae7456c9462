const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
]);
const decodeEntities = (html: string): string =>
  html.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES.get(entity) ?? entity);

/**
 * The text of a hit, whose matches the server wraps in `<em>`. Everything else is shown as text,
 * never as HTML.
 */
export function HighlightedText({ html }: { html: string }) {
  // Every second piece is between the tags, and so a match.
  return html.split(/<em>([^<]*)<\/em>/g).map((piece, index) => {
    const text = decodeEntities(piece);
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces are known by their place
    return index % 2 === 1 ? <em key={index}>{text}</em> : text;
  });
}
