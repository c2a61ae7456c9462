import { expect, test } from 'vitest';
import { getCanonicalUrl, getReturnUrl } from '#auth/oidc/return-url.ts';

const site = { SITE_URL: 'https://forum.example', loopback: false };
const local = { SITE_URL: 'http://localhost:4321', loopback: true };

test.each([
  ['/zh/post/42', 'https://forum.example/zh/post/42'],
  ['/zh/post/42?offset=3&postId=77#p77', 'https://forum.example/zh/post/42?offset=3&postId=77#p77'],
  ['https://forum.example/en', 'https://forum.example/en'],
  ['HTTPS://FORUM.example:443/en', 'https://forum.example/en'],
  ['/user/%E8%8B%A5', 'https://forum.example/user/%E8%8B%A5'],
  ['/zh?next=https://evil.example', 'https://forum.example/zh?next=https://evil.example'],
])('[R17] after a login a person is back at %s', (wanted, expected) => {
  expect(getReturnUrl(wanted, site)).toBe(expected);
});

const HOSTILE = [
  undefined,
  '',
  ' ',
  'zh/post/42',
  '//evil.example',
  '///evil.example',
  '////evil.example/',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  ' //evil.example',
  '\u0000//evil.example',
  '\ufeff//evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https:\\\\evil.example',
  'https://evil.example',
  'https://forum.example.evil.example',
  'https://forum.example@evil.example',
  'https://forum.example:pw@evil.example/',
  'https://user@forum.example/zh',
  'https://forum.example:8443/zh',
  'http://forum.example/zh',
  'https://forum.example%2eevil.example',
  'https://evil.example/https://forum.example',
  'https://evil.example#https://forum.example',
  'https://evil.example?https://forum.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://forum.example/1',
  'ftp://forum.example/',
  'https://',
  'https://[::1',
  'https://localhost/zh',
  // Not pages: opening them would log out, log in again, or continue at the provider.
  '/api/v1/login/logout/end?callback=/zh',
  '/API/v1/login',
  '/%61pi/v1/login',
  '/sso/session/end',
  '/admin/admin/api/manager',
  'https://forum.example/api/v1/login',
  '/zh/../api/v1/login',
  '/%zz',
];
test.each(HOSTILE)('[R17] an address that is no page of this site leads home: %j', (wanted) => {
  expect(getReturnUrl(wanted, site)).toBe('https://forum.example/');
});

test.each([
  '/.//evil.example',
  '/zh/..//evil.example',
  'https://forum.example//evil.example',
  '/x/%2e%2e//evil.example',
])('[R17] %s stays on this site', (wanted) => {
  expect(new URL(getReturnUrl(wanted, site)).host).toBe('forum.example');
  expect(new URL(getReturnUrl(wanted, site)).pathname).not.toMatch(/^\/\//);
});

test('[R19] a login to the admin area without a wish ends in the admin area', () => {
  expect(getReturnUrl('https://evil.example', site, '/bbs-admin')).toBe(
    'https://forum.example/bbs-admin',
  );
});

test('[R17] a site on this machine takes its other names for its own, a public one does not', () => {
  expect(getReturnUrl('http://127.0.0.1:4321/zh', local)).toBe('http://localhost:4321/zh');
  expect(getReturnUrl('http://127.0.0.1:4322/zh', local)).toBe('http://localhost:4321/');
  expect(getReturnUrl('https://127.0.0.1/zh', site)).toBe('https://forum.example/');
});

test('[R17] a login that begins at 127.0.0.1 continues at the address of its cookies', () => {
  expect(getCanonicalUrl('http://127.0.0.1:4321/api/v1/login?return_url=%2Fzh', local)).toBe(
    'http://localhost:4321/api/v1/login?return_url=%2Fzh',
  );
  expect(getCanonicalUrl('http://localhost:4321/api/v1/login', local)).toBeUndefined();
  expect(getCanonicalUrl('http://evil.example:4321/api/v1/login', local)).toBeUndefined();
  expect(getCanonicalUrl('https://127.0.0.1/api/v1/login', site)).toBeUndefined();
});
