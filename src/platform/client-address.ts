import { isIP } from 'node:net';

/** Converts an IPv4-mapped IPv6 address to IPv4. */
const unmap = (address: string): string => address.replace(/^::ffff:(?=[\d.]+$)/i, '');

/**
 * Parses an entry of X-Forwarded-For or of Forwarded's `for=`, e.g. `"[2001:db8::1]:443"`.
 * Undefined if it is no address, such as `unknown`.
 */
export function parseHop(entry: string): string | undefined {
  const text = entry.trim().replace(/^"|"$/g, '');
  const address =
    /^\[([^\]]*)\](?::\d*)?$/.exec(text)?.[1] ?? /^([\d.]+):\d*$/.exec(text)?.[1] ?? text;
  return isIP(address) ? unmap(address) : undefined;
}

export interface ForwardedHeaders {
  'x-forwarded-for'?: string | string[] | undefined;
  forwarded?: string | string[] | undefined;
}

/**
 * Entries that proxies appended to X-Forwarded-For, or else to Forwarded (RFC 7239), the nearest
 * proxy's last. An entry without an address counts.
 */
export function readHops(headers: ForwardedHeaders): string[] {
  const plain = [headers['x-forwarded-for'] ?? []].flat().join();
  if (plain.trim() !== '') return plain.split(',').filter((hop) => hop.trim() !== '');
  const forwarded = [headers.forwarded ?? []].flat().join();
  if (forwarded.trim() === '') return [];
  return forwarded
    .split(',')
    .map((hop) => /(?:^|;)\s*for\s*=\s*("[^"]*"|[^;\s]*)/i.exec(hop)?.[1] ?? '');
}

/**
 * The client's address: the connection's, or the one reported by the given number of proxies.
 * Earlier entries are ignored, because the client can forge them.
 */
export function getClientAddress(
  remote: string | undefined,
  headers: ForwardedHeaders,
  proxies: number,
): string {
  const hop = proxies > 0 ? readHops(headers).at(-proxies) : undefined;
  return (hop === undefined ? undefined : parseHop(hop)) ?? unmap(remote ?? '');
}
