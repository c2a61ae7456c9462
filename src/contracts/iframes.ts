/* Frames that users may embed (R13), for the server's sanitizer and islands. */

/** Defaults of a new forum. */
export const DEFAULT_FRAME_HOSTS: readonly string[] = ['bilibili.com', 'youtube.com'];

/** Replaces the author's attributes. */
export const FRAME_ATTRIBUTES: Readonly<Record<string, string>> = {
  sandbox: 'allow-scripts allow-same-origin allow-presentation allow-popups',
  loading: 'lazy',
  referrerpolicy: 'strict-origin-when-cross-origin',
  width: '704',
  height: '396',
  allowfullscreen: '',
};

/** Includes subdomains. */
export function isFrameHostAllowed(host: string, allowed: readonly string[]): boolean {
  return allowed.some((one) => host === one || host.endsWith(`.${one}`));
}

/** The address normalized to https; undefined if not allowed (R13). */
export function allowedFrameUrl(src: string | null, hosts: readonly string[]): string | undefined {
  if (!src) return undefined;
  const text = src.trim();
  if (!/^(https:)?\/\//i.test(text) || !URL.canParse(text, 'https://forum.invalid'))
    return undefined;
  const url = new URL(text, 'https://forum.invalid');
  if (url.username || url.password || (url.port && url.port !== '443')) return undefined;
  return isFrameHostAllowed(url.hostname.toLowerCase(), hosts) ? url.href : undefined;
}

/** From the configuration entry iframe_allow, `{"daemon": [host]}`; none without it. */
export function parseFrameHosts(value: unknown): readonly string[] {
  const hosts = (value as { daemon?: unknown } | null | undefined)?.daemon;
  return Array.isArray(hosts)
    ? hosts.filter((host): host is string => typeof host === 'string' && host.length > 0)
    : [];
}
