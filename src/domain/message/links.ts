import { linkTarget, writtenLinks } from './addresses.ts';
import { parseSafe } from './parse.ts';
import { plainText } from './plain-text.ts';
import { attribute, elementsOf } from './tree.ts';

/*
 * Where a message leads: found in what the sanitizer made, which is what browsers follow, never in
 * what was sent.
 */

/**
 * Addresses that safe HTML (a stored message) leads away from the site to, each once, as browsers
 * follow them.
 */
export function linksIn(safe: string, siteHost: string): string[] {
  const root = parseSafe(safe);
  const links = elementsOf(root, 'a').flatMap(
    (link) => linkTarget(attribute(link, 'href') ?? '', siteHost)?.leaves ?? [],
  );
  return [...new Set([...links, ...writtenLinks(plainText(root), siteHost)])];
}

/** Whether a message leads somewhere else than what stood there before. */
export function addsLinks(before: readonly string[], after: readonly string[]): boolean {
  const known = new Set(before);
  return after.some((address) => !known.has(address));
}
