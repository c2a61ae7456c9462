import { isIP } from 'node:net';

/** An IPv4 address that IPv6 carries, as itself. */
const unmap = (address: string): string => address.replace(/^::ffff:(?=[\d.]+$)/i, '');

/**
 * The address in an entry of X-Forwarded-For or of `for=` in Forwarded: `203.0.113.20:51008`,
 * `"[2001:db8::1]:443"`. Undefined for what is no address, such as `unknown`.
 */
export function parseHop(entry: string): string | undefined {
  const text = entry.trim().replace(/^"|"$/g, '');
  const address =
    /^\[([^\]]*)\](?::\d*)?$/.exec(text)?.[1] ?? /^([\d.]+):\d*$/.exec(text)?.[1] ?? text;
  return isIP(address) ? unmap(address) : undefined;
}

/** Headers in which a proxy names those before it. */
export interface ForwardedHeaders {
  'x-forwarded-for'?: string | string[] | undefined;
  forwarded?: string | string[] | undefined;
}

/**
 * The entries that proxies appended, the nearest proxy's last: of X-Forwarded-For, or of Forwarded
 * (RFC 7239) where that is not sent. An entry without an address counts.
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
 * The address of the caller: the connection's, or the one that the given number of proxies report.
 * Where they report none, it is the connection's: what stands before may be the caller's own words.
 */
export function getClientAddress(
  remote: string | undefined,
  headers: ForwardedHeaders,
  proxies: number,
): string {
  const hop = proxies > 0 ? readHops(headers).at(-proxies) : undefined;
  return (hop === undefined ? undefined : parseHop(hop)) ?? unmap(remote ?? '');
}
