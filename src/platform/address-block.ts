import { isIPv6 } from 'node:net';

/** The eight groups of an IPv6 address. */
function splitGroups(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const leadingGroups = head === '' ? [] : head.split(':');
  const trailingGroups = tail === undefined || tail === '' ? [] : tail.split(':');
  if (tail === undefined) return leadingGroups;
  const missing = 8 - leadingGroups.length - trailingGroups.length;
  return [
    ...leadingGroups,
    ...Array.from({ length: Math.max(0, missing) }, () => '0'),
    ...trailingGroups,
  ];
}

/**
 * The key by which an address is counted. One IPv6 client controls 2^64 addresses, so a /64 block
 * counts as one. An IPv4 address counts by itself, also in IPv6 notation.
 */
export function toAddressBlock(address: string): string {
  const [plain = ''] = address.split('%'); // an interface may follow
  if (!isIPv6(plain)) return address;
  const groups = splitGroups(new URL(`http://[${plain}]`).hostname.slice(1, -1)).map((group) =>
    Number.parseInt(group, 16),
  );
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}
