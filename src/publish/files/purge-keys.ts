import { parsePath } from '#contracts/paths.ts';
import type { Env } from '#platform/env.ts';

/*
 * Purge keys: each page's address, and one key per thread, forum or person. They cover all variants
 * (slash, query, compression, language, site). Both follow from the address, so nginx can send them
 * (scripts/deploy/nginx.conf).
 */

/** The key shared by the pages of a thread, a forum or a person; undefined for other pages. */
export function getGroupKey(path: string): string | undefined {
  const [kind, id = ''] = parsePath(path)?.rest ?? [];
  return /^\d+$/.test(id) ? `${kind}-${id}` : undefined;
}

export const TAG_HEADERS: Record<
  Exclude<Env['CDN'], 'none'>,
  readonly [name: string, joint: string]
> = { varnish: ['xkey', ' '], cloudflare: ['cache-tag', ','], fastly: ['surrogate-key', ' '] };

/** The header that names a page's keys to this cache. */
export function getTagHeader(cdn: Env['CDN'], path: string): Readonly<Record<string, string>> {
  if (cdn === 'none') return {};
  const [name, joint] = TAG_HEADERS[cdn];
  const group = getGroupKey(path);
  return { [name]: group === undefined ? path : `${path}${joint}${group}` };
}

/** The keys to purge these pages and all below `groups`, as one key if the cache `knowsTags`. */
export function toPurgeKeys(
  paths: readonly string[],
  groups: readonly string[] = [],
  knowsTags = false,
): string[] {
  const groupKeys = new Set(groups.flatMap((path) => getGroupKey(path) ?? []));
  const isCovered = (path: string) => knowsTags && groupKeys.has(getGroupKey(path) ?? '');
  return [...new Set([...groupKeys, ...paths.filter((path) => !isCovered(path))])];
}
