import { BlockList, isIP } from 'node:net';
import { AppError } from '#contracts/errors.ts';
import type { Env } from '#platform/env.ts';

/*
 * Browsers send the endpoints that this server calls (SSRF). They must be public host names,
 * checked at each call, because a name may later resolve to an internal address.
 */

const INNER = new BlockList();
for (const [address, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  INNER.addSubnet(address, prefix, 'ipv4');
// 2000::/3 is public IPv6, except tunnels, which may end in a private network, and examples.
const OUTER_V6 = new BlockList();
OUTER_V6.addSubnet('2000::', 3, 'ipv6');
const INNER_V6 = new BlockList();
for (const [address, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  INNER_V6.addSubnet(address, prefix, 'ipv6');

export const isPublicAddress = (address: string): boolean =>
  isIP(address) === 4
    ? !INNER.check(address)
    : isIP(address) === 6 && OUTER_V6.check(address, 'ipv6') && !INNER_V6.check(address, 'ipv6');

const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost'];
/** Development servers may use a local push service. */
const allowsLoopback = ({ SITE_URL }: Env): boolean =>
  LOOPBACK_HOSTS.includes(new URL(SITE_URL).hostname);

/** Whether this is a local push service, which needs no look-up. */
export const isLoopbackEndpoint = (env: Env, { protocol, hostname }: URL): boolean =>
  protocol === 'http:' && hostname === '127.0.0.1' && allowsLoopback(env);

export function isEndpoint(env: Env, endpoint: string): boolean {
  const url = URL.parse(endpoint);
  if (url && isLoopbackEndpoint(env, url)) return true;
  return (
    url?.protocol === 'https:' &&
    url.port === '' &&
    url.username === '' &&
    url.password === '' &&
    /^(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,63}$/.test(url.hostname) &&
    !/\.(?:local|localhost|internal|lan|home|corp|test|invalid)$/.test(url.hostname)
  );
}

/** Throws malformed. */
export function requireEndpoint(env: Env, endpoint: string): void {
  if (!isEndpoint(env, endpoint))
    throw new AppError('malformed', { values: { field: 'endpoint' } });
}
