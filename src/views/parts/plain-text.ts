/** Elements that begin a new line. */
const LINE_ENDS = /<(?:br|hr|\/(?:p|li|h[1-6]|tr|pre|blockquote|div|summary))\b[^<>]*>/g;
const TAGS = /<[^<>]*>/g;
/** The serializer of messages writes no others. */
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&nbsp;', ' '],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&amp;', '&'],
]);

/** The text of a sanitized message, without pictures, with a line for each paragraph. */
export const toPlainText = (html: string): string =>
  html
    .replace(LINE_ENDS, '\n')
    .replace(TAGS, '')
    .replace(/&(?:nbsp|lt|gt|amp);/g, (entity) => ENTITIES.get(entity) as string)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n');
