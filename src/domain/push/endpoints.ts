import { BlockList, isIP } from 'node:net';
import { AppError } from '#contracts/errors.ts';
import type { Env } from '#platform/env.ts';

/*
 * Addresses of push services come from browsers, and this server calls them. So they have to be
 * names of public hosts, looked up when they are called: a name may lead inside by then.
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
// Of IPv6 only 2000::/3 is public; in it are tunnels, whose end may be an inner address, and
// examples.
const OUTER_V6 = new BlockList();
OUTER_V6.addSubnet('2000::', 3, 'ipv6');
const INNER_V6 = new BlockList();
for (const [address, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  INNER_V6.addSubnet(address, prefix, 'ipv6');

/** Whether an IP address is one of the public internet. */
export const isPublicAddress = (address: string): boolean =>
  isIP(address) === 4
    ? !INNER.check(address)
    : isIP(address) === 6 && OUTER_V6.check(address, 'ipv6') && !INNER_V6.check(address, 'ipv6');

const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost'];
/** A forum that is developed or tried out may have a push service beside it. */
const allowsLoopback = ({ SITE_URL }: Env): boolean =>
  LOOPBACK_HOSTS.includes(new URL(SITE_URL).hostname);

/** Whether an address is a push service on this machine, which is called without a look-up. */
export const isLoopbackEndpoint = (env: Env, { protocol, hostname }: URL): boolean =>
  protocol === 'http:' && hostname === '127.0.0.1' && allowsLoopback(env);

/** Whether this can be the address of a push service. */
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

/** Throws malformed for what can't be the address of a push service. */
export function requireEndpoint(env: Env, endpoint: string): void {
  if (!isEndpoint(env, endpoint))
    throw new AppError('malformed', { values: { field: 'endpoint' } });
}
