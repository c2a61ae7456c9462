import { isIP } from 'node:net';

/** Converts an IPv4-mapped IPv6 address to IPv4. */
const unmap = (address: string): string => address.replace(/^::ffff:(?=[\d.]+$)/i, '');

/**
 * Parses a hop of a forwarding header, e.g. `"[2001:db8::1]:443"`; undefined without an address.
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

/** Hops of X-Forwarded-For, else of Forwarded (RFC 7239), the nearest last; invalid ones count. */
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
 * The client's address, through this many proxies. Earlier hops are ignored: clients can forge
 * them.
 */
export function getClientAddress(
  remote: string | undefined,
  headers: ForwardedHeaders,
  proxies: number,
): string {
  const hop = proxies > 0 ? readHops(headers).at(-proxies) : undefined;
  return (hop === undefined ? undefined : parseHop(hop)) ?? unmap(remote ?? '');
}
