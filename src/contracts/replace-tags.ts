/** End of the tag at `from`, ignoring `>` in quotes; -1 if unterminated. */
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

/** Removes or replaces tags in linear time; preserves text after an unterminated `<`. */
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
