import { expect, test } from 'vitest';
import { parseProfile } from '#auth/oidc/claims.ts';

test('[R17] a new person gets the names, address, picture and language from the provider', () => {
  expect(
    parseProfile({
      preferred_username: 'wei.chen',
      nickname: '陈 伟',
      email: 'wei@lantu.example',
      email_verified: true,
      picture: 'https://id.example/p.png',
      locale: 'zh-CN',
    }),
  ).toEqual({
    username: 'wei-chen',
    nickname: '陈 伟',
    email: 'wei@lantu.example',
    emailChecked: true,
    avatar: 'https://id.example/p.png',
    language: 'zh',
  });
});

test('[R17] a provider with only a subject still makes a usable person', () => {
  expect(parseProfile({ sub: 'x' })).toEqual({
    username: 'user',
    nickname: undefined,
    email: undefined,
    emailChecked: false,
    avatar: undefined,
    language: undefined,
  });
});

test('[R17] an e-mail address as a username does not become public', () => {
  const profile = parseProfile({ preferred_username: 'wei.chen@lantu.example', name: 'Wei Chen' });
  expect(profile.username).toBe('Wei-Chen');
  expect(profile.nickname).toBe('Wei Chen');
  expect(parseProfile({ preferred_username: 'wei.chen@lantu.example' })).toMatchObject({
    username: 'wei-chen',
    nickname: undefined,
  });
});

test('[R17] names can neither hide characters nor reorder neighbours nor be endless', () => {
  expect(parseProfile({ nickname: '\u202eadmin\u200b\n  of\u0000 all ' }).nickname).toBe(
    'admin of all',
  );
  expect([...(parseProfile({ nickname: '龙'.repeat(500) }).nickname ?? '')]).toHaveLength(40);
  expect(parseProfile({ preferred_username: '😀'.repeat(9) }).username).toBe('user');
  expect(
    parseProfile({ nickname: 42, name: { a: 1 }, picture: ['x'], email: null }).nickname,
  ).toBeUndefined();
});

test('[R17] a name is cut between two characters, and a username has no joiners', () => {
  const family = '👨‍👩‍👧‍👦';
  expect(parseProfile({ nickname: `${'龙'.repeat(39)}${family}${family}` }).nickname).toBe(
    `${'龙'.repeat(39)}${family}`,
  );
  expect(parseProfile({ preferred_username: 'می\u200cخواهم' })).toMatchObject({
    username: 'میخواهم',
    nickname: 'می\u200cخواهم',
  });
});

test.each([
  'javascript:alert(1)',
  'http://id.example/p.png',
  'data:image/png;base64,AA',
  'p.png',
  `https://id.example/${'p'.repeat(600)}`,
])('[R17] %s is no picture to show to readers', (picture) => {
  expect(parseProfile({ picture }).avatar).toBeUndefined();
});

test('[R17] an address is verified only when the provider says just that', () => {
  expect(parseProfile({ email: 'a@b.example' }).emailChecked).toBe(false);
  for (const verified of ['false', 'yes', 1, null])
    expect(parseProfile({ email: 'a@b.example', email_verified: verified }).emailChecked).toBe(
      false,
    );
  for (const verified of [true, 'true'])
    expect(parseProfile({ email: 'a@b.example', email_verified: verified }).emailChecked).toBe(
      true,
    );
  expect(parseProfile({ email: 'no address', email_verified: true })).toMatchObject({
    email: undefined,
    emailChecked: false,
  });
});
