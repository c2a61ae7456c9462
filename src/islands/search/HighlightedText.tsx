const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};
const decodeEntities = (html: string): string =>
  html.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);

/**
 * Text of a hit, whose matches the server puts into `<em>`. Whatever else it held would be shown as
 * text: nothing of it becomes HTML.
 */
export function HighlightedText({ html }: { html: string }) {
  // Split at the marks, every second piece stands between them.
  return html.split(/<em>(.*?)<\/em>/gs).map((piece, index) => {
    const text = decodeEntities(piece);
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces are known by their place
    return index % 2 === 1 ? <em key={index}>{text}</em> : text;
  });
}
