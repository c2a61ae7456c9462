import { isIPv6 } from 'node:net';

/**
 * Who an address stands for where something is counted. Whoever has one of IPv6 has 2^64 of them:
 * they are counted together, by their first four groups.
 */
export function toAddressBlock(address: string): string {
  const [plain = ''] = address.split('%'); // an interface may be named behind it
  if (!isIPv6(plain)) return address;
  const [head = '', tail] = plain.split('::');
  const leadingGroups = head === '' ? [] : head.split(':');
  const trailingGroups = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups =
    tail === undefined
      ? leadingGroups
      : [
          ...leadingGroups,
          ...Array.from(
            { length: Math.max(0, 8 - leadingGroups.length - trailingGroups.length) },
            () => '0',
          ),
          ...trailingGroups,
        ];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
