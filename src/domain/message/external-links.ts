import { findElements, getAttribute, type ParentNode } from './html-tree.ts';
import { findExternalMedia } from './media.ts';
import { parseSanitized } from './parse.ts';
import { treeToPlainText } from './plain-text.ts';
import { findWrittenLinks, resolveLink } from './resolve-url.ts';

/* External addresses, read from sanitized HTML as browsers follow it, never from the source. */

/** External addresses of a message, each once: its links as given, its media, URLs in its text. */
export const joinExternalAddresses = (
  links: readonly string[],
  root: ParentNode,
  text: string,
  siteHost: string | undefined,
): string[] => [
  ...new Set([...links, ...findExternalMedia(root, siteHost), ...findWrittenLinks(text, siteHost)]),
];

/** External addresses of links and media in sanitized HTML, each once, as browsers follow them. */
export function findExternalLinks(safeHtml: string, siteHost: string): string[] {
  const root = parseSanitized(safeHtml);
  const links = findElements(root, 'a').flatMap(
    (link) => resolveLink(getAttribute(link, 'href') ?? '', siteHost)?.externalUrl ?? [],
  );
  return joinExternalAddresses(links, root, treeToPlainText(root), siteHost);
}

export function hasNewLinks(before: readonly string[], after: readonly string[]): boolean {
  const known = new Set(before);
  return after.some((address) => !known.has(address));
}
