import { parsePath } from '#contracts/paths.ts';
import type { Env } from '#platform/env.ts';

/*
 * What a cache in front forgets pages by. Each page has its own address as a key, and those of a
 * thread, a forum or a person share a second one: copies with a slash at their end, with a query,
 * compressed, of both languages and both sites go with it. Both keys follow from the address, so
 * that nginx knows them for files (scripts/deploy/nginx.conf).
 */

/** The key that the pages of a thread, a forum or a person share; undefined for other pages. */
export function getGroupKey(path: string): string | undefined {
  const [kind, id = ''] = parsePath(path)?.rest ?? [];
  return /^\d+$/.test(id) ? `${kind}-${id}` : undefined;
}

export const TAG_HEADERS: Record<
  Exclude<Env['CDN'], 'none'>,
  readonly [name: string, joint: string]
> = {
  varnish: ['xkey', ' '],
  cloudflare: ['cache-tag', ','],
  fastly: ['surrogate-key', ' '],
};

/** The header that names a page's keys to this cache. */
export function getTagHeader(cdn: Env['CDN'], path: string): Readonly<Record<string, string>> {
  if (cdn === 'none') return {};
  const [name, joint] = TAG_HEADERS[cdn];
  const group = getGroupKey(path);
  return { [name]: group === undefined ? path : `${path}${joint}${group}` };
}

/**
 * The keys by which these pages, and all below `groups`, are forgotten. A cache that `knowsTags`
 * needn't be told of the pages of a group one by one.
 */
export function toPurgeKeys(
  paths: readonly string[],
  groups: readonly string[] = [],
  knowsTags = false,
): string[] {
  const groupKeys = new Set(groups.flatMap((path) => getGroupKey(path) ?? []));
  const isCovered = (path: string) => knowsTags && groupKeys.has(getGroupKey(path) ?? '');
  return [...new Set([...groupKeys, ...paths.filter((path) => !isCovered(path))])];
}
