import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getClientAddress, parseHop } from '#platform/client-address.ts';
import { propertyRuns } from '../support/arbitraries.ts';

/* The client's address behind proxies (R8). */

const REPORTED: readonly [forwardedFor: string, address: string][] = [
  ['203.0.113.20', '203.0.113.20'],
  ['203.0.113.20:51008', '203.0.113.20'],
  ['203.0.113.20:', '203.0.113.20'],
  ['"203.0.113.20:51008"', '203.0.113.20'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['"[2001:db8::1]:443"', '2001:db8::1'],
  ['::ffff:203.0.113.20', '203.0.113.20'],
  ['[::ffff:203.0.113.20]:80', '203.0.113.20'],
  ['198.51.100.7, 203.0.113.20', '203.0.113.20'],
  ['198.51.100.7,203.0.113.20:1 ,', '203.0.113.20'],
  // invalid addresses of a proxy: the connection's address is used
  ['unknown', '10.0.0.9'],
  ['_hidden', '10.0.0.9'],
  ['203.0.113.999', '10.0.0.9'],
  ['<script>', '10.0.0.9'],
  ['', '10.0.0.9'],
];

for (const [forwardedFor, address] of REPORTED)
  test(`[R8] behind one proxy, X-Forwarded-For “${forwardedFor}” is ${address}`, () => {
    expect(getClientAddress('10.0.0.9', { 'x-forwarded-for': forwardedFor }, 1)).toBe(address);
  });

const STANDARD: readonly [forwarded: string, address: string][] = [
  ['for=203.0.113.20', '203.0.113.20'],
  ['For="[2001:db8::1]:443";proto=https;by=10.0.0.1', '2001:db8::1'],
  ['proto=https; for="203.0.113.20:51008"', '203.0.113.20'],
  ['for=198.51.100.7, for=203.0.113.20;host=a', '203.0.113.20'],
  ['for=198.51.100.7, proto=https', '10.0.0.9'],
  ['for=unknown', '10.0.0.9'],
];
for (const [forwarded, address] of STANDARD)
  test(`[R8] behind one proxy, Forwarded “${forwarded}” is ${address}`, () => {
    expect(getClientAddress('10.0.0.9', { forwarded }, 1)).toBe(address);
  });

test('[R8] a client’s own address headers are ignored', () => {
  const spoofed = { 'x-forwarded-for': '1.1.1.1, 203.0.113.20', forwarded: 'for=2.2.2.2' };
  expect(getClientAddress('::ffff:10.0.0.9', spoofed, 0)).toBe('10.0.0.9');
  expect(getClientAddress('10.0.0.9', spoofed, 1)).toBe('203.0.113.20');
  expect(getClientAddress('10.0.0.9', { 'x-forwarded-for': '203.0.113.20' }, 2)).toBe('10.0.0.9');
  expect(getClientAddress(undefined, {}, 1)).toBe('');
});

test('[R8] an address is the same with a port, brackets and quotes', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.ipV4(),
        fc.ipV6().filter((one) => !one.startsWith('::ffff:')),
      ),
      fc.nat(65_535),
      (address, port) => {
        const written = address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
        for (const one of [address, written, `"${written}"`, ` ${written} `])
          expect(parseHop(one)).toBe(address);
      },
    ),
    propertyRuns(500),
  );
});
