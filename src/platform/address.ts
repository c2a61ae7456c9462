import { isIPv6 } from 'node:net';

/**
 * Who an address stands for where something is counted. Whoever has one of IPv6 has 2^64 of them:
 * they are counted together, by their first four groups.
 */
export function addressBlock(address: string): string {
  const [plain = ''] = address.split('%'); // an interface may be named behind it
  if (!isIPv6(plain)) return address;
  const [head = '', tail] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups =
    tail === undefined
      ? before
      : [
          ...before,
          ...Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0'),
          ...after,
        ];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
