/** Where a tag ends that begins at `from`, a `>` within quotes not counted; -1 when it doesn't. */
function findTagEnd(html: string, from: number): number {
  let quote = '';
  for (let at = from + 1; at < html.length; at++) {
    const character = html[at] as string;
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return at + 1;
  }
  return -1;
}

/**
 * HTML with something in place of each tag, nothing unless told. It is read once, whatever stands
 * in it; the rest from a `<` that ends nowhere on stays as it is.
 */
export function replaceTags(
  html: string,
  replacement: string | ((tag: string) => string) = '',
): string {
  let result = '';
  for (let at = 0; ; ) {
    const start = html.indexOf('<', at);
    const end = start < 0 ? -1 : findTagEnd(html, start);
    if (end < 0) return result + html.slice(at);
    result += html.slice(at, start);
    result += typeof replacement === 'string' ? replacement : replacement(html.slice(start, end));
    at = end;
  }
}
