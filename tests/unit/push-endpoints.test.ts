import { expect, test } from 'vitest';
import { isPublicAddress, requireEndpoint } from '#domain/delivery/push/endpoints.ts';
import { readEnv } from '#platform/env.ts';

/* The addresses that this server accepts as push services. */

test('[R21] only public names over https are taken', () => {
  const abroad = readEnv({ SITE_URL: 'https://forum.example' });
  for (const endpoint of [
    'http://127.0.0.1:8080/x',
    'http://push.example/x',
    'https://127.0.0.1/x',
    'https://10.0.0.7/x',
    'https://2130706433/x',
    'https://[::1]/x',
    'https://localhost/x',
    'https://database.internal/x',
    'https://user:word@push.example/x',
    'https://push.example:8443/x',
    'file:///etc/passwd',
    'not an address',
  ])
    expect(() => requireEndpoint(abroad, endpoint), endpoint).toThrow('malformed');
  requireEndpoint(abroad, 'https://updates.push.example/wpush/v2/abc');
});

test('[R21] addresses inside of a network aren’t called', () => {
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '172.20.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::1',
    'name.example',
  ])
    expect([address, isPublicAddress(address)]).toEqual([address, false]);
  for (const address of ['1.1.1.1', '142.250.1.95', '2606:4700::1111'])
    expect([address, isPublicAddress(address)]).toEqual([address, true]);
});

test('[R21] a forum on 127.0.0.1 may have a push service beside it', () => {
  const env = readEnv({ SITE_URL: 'http://127.0.0.1:4321' });
  requireEndpoint(env, 'http://127.0.0.1:8080/x');
  expect(() => requireEndpoint(env, 'http://192.168.1.1/admin')).toThrow('malformed');
});
