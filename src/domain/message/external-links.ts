import { findElements, getAttribute, type ParentNode } from './html-tree.ts';
import { findExternalMedia } from './media.ts';
import { parseSanitized } from './parse.ts';
import { treeToPlainText } from './plain-text.ts';
import { findWrittenLinks, resolveLink } from './resolve-url.ts';

/*
 * Where a message leads: found in what the sanitizer made, which is what browsers follow, never in
 * what was sent.
 */

/**
 * Addresses of other sites that a message leads to, each once: those of its links, as they were
 * found, of what it shows and of what is written out in its text.
 */
export const joinExternalAddresses = (
  links: readonly string[],
  root: ParentNode,
  text: string,
  siteHost: string | undefined,
): string[] => [
  ...new Set([...links, ...findExternalMedia(root, siteHost), ...findWrittenLinks(text, siteHost)]),
];

/**
 * Addresses of other sites that safe HTML (a stored message) leads to or shows pictures and videos
 * from, each once, as browsers follow them.
 */
export function findExternalLinks(safeHtml: string, siteHost: string): string[] {
  const root = parseSanitized(safeHtml);
  const links = findElements(root, 'a').flatMap(
    (link) => resolveLink(getAttribute(link, 'href') ?? '', siteHost)?.externalUrl ?? [],
  );
  return joinExternalAddresses(links, root, treeToPlainText(root), siteHost);
}

/** Whether a message leads somewhere else than what stood there before. */
export function hasNewLinks(before: readonly string[], after: readonly string[]): boolean {
  const known = new Set(before);
  return after.some((address) => !known.has(address));
}
