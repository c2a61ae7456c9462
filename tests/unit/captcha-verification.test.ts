import { expect, test } from 'vitest';
import { getCaptchaReason } from '#captcha/risk.ts';
import { isHumanMovement } from '#captcha/trajectory.ts';
import { signParameters } from '#captcha/yidun.ts';
import type { TrackPoint } from '#contracts/wire/captcha.ts';
import { ConfigError, readEnv } from '#platform/env.ts';
import { getPageHeaders } from '../../src/server/headers.ts';
import { handMovement } from '../support/captcha-slide.ts';

const steps = (count: number, make: (share: number, index: number) => TrackPoint): TrackPoint[] =>
  Array.from({ length: count + 1 }, (_, index) => make(index / count, index));

test.each([
  ['an easy hand', handMovement(180)],
  ['a quick flick', handMovement(150, { points: 14, duration: 260 })],
  [
    'a mouse that is asked where it is seven times only',
    handMovement(150, { points: 6, duration: 300 }),
  ],
  [
    'a mouse that is asked where it is six times, the fewest that show a hand',
    handMovement(150, { points: 5, duration: 300 }),
  ],
  ['a slow, careful hand', handMovement(210, { points: 400, duration: 14_000 })],
  [
    'a finger that rests in between',
    [
      ...handMovement(90),
      ...handMovement(90).map(([t, x, y]): TrackPoint => [t + 1_900, 90 + x, y]),
    ],
  ],
])('[R32] %s passes', (_, track) => {
  expect(isHumanMovement(track, track.at(-1)?.[1] ?? 0)).toBe(true);
});

test.each<[string, TrackPoint[]]>([
  ['nothing at all', []],
  ['a jump', [[0, 0, 0], ...steps(8, (share) => [300 + share * 100, 180, 0])]],
  ['one constant speed', steps(40, (share) => [share * 800, share * 180, 0])],
  [
    'one constant speed, shaken',
    steps(40, (share, index) => [share * 800 + (index % 2), share * 180, index % 3]),
  ],
  [
    'equal steps at uneven times',
    steps(40, (share, index) => [share * share * 900 + index, share * 180, 0]),
  ],
  ['a movement in no time', handMovement(180, { duration: 90 })],
  ['too few points', handMovement(180, { points: 4 })],
  [
    'a movement that ends elsewhere',
    handMovement(180).map(([t, x, y]): TrackPoint => [t, x * 0.7, y]),
  ],
  [
    'one that begins in the middle',
    handMovement(180).map(([t, x, y]): TrackPoint => [t, 90 + x / 2, y]),
  ],
  [
    'time that runs backwards',
    handMovement(180).map(([t, x, y], index): TrackPoint => [index === 20 ? 0 : t, x, y]),
  ],
])('[R32] %s does not', (_, track) => {
  expect(isHumanMovement(track, 180)).toBe(false);
});

test('[R32] Yidun’s signature is the MD5 of the sorted parameters and the secret', () => {
  // The example of their documentation: bar2baz4foo1foo_bar3 and the secret; its MD5 by coreutils.
  expect(
    signParameters(
      { foo: '1', bar: '2', foo_bar: '3', baz: '4' },
      '6308afb129ea00301bd7c79621d07591',
    ),
  ).toBe('730b0588690874dde18fa58cb1301787');
});

const SITE = 'https://forum.example';
const DAY = 86_400_000;
const now = Date.now();
const usual = {
  what: 'reply',
  since: new Date(now - 400 * DAY),
  posts: 200,
  pace: 1,
  links: false,
} as const;

test.each([
  ['a member of long standing', {}, undefined],
  ['one of long standing who links', { links: true }, undefined],
  ['an account of today', { since: new Date(now - DAY / 2) }, 'new'],
  ['an old account without posts', { posts: 2 }, 'new'],
  ['a young account', { since: new Date(now - 3 * DAY), posts: 9 }, undefined],
  [
    'a young account that links elsewhere',
    { since: new Date(now - 3 * DAY), posts: 9, links: true },
    'links',
  ],
  ['one with few posts that links elsewhere', { posts: 9, links: true }, 'links'],
  ['the fourth reply within a minute', { pace: 4 }, undefined],
  ['the fifth', { pace: 5 }, 'fast'],
  ['the third thread within ten minutes', { what: 'thread', pace: 3 }, 'fast'],
  ['the seventh comment within a minute', { what: 'comment', pace: 7 }, undefined],
  ['the eighth letter', { what: 'letter', pace: 8 }, 'fast'],
] as const)('[R32] %s: %o is asked for a captcha for the reason %s', (_, difference, reason) => {
  expect(getCaptchaReason({ ...usual, ...difference }, now)).toBe(reason);
});

test('[R32] no captcha at all is refused where others reach the site, and Yidun without its settings everywhere', () => {
  expect(readEnv({}).CAPTCHA_PROVIDER).toBe('builtin');
  expect(readEnv({ CAPTCHA_PROVIDER: 'none' }).CAPTCHA_PROVIDER).toBe('none');
  expect(() => readEnv({ CAPTCHA_PROVIDER: 'none', SITE_URL: SITE })).toThrow(
    /CAPTCHA_PROVIDER=none .* https:\/\/forum\.example/,
  );
  expect(() => readEnv({ CAPTCHA_PROVIDER: 'yidun', CAPTCHA_POPUP_ID: 'a' })).toThrow(
    /CAPTCHA_BOUND_ID, CAPTCHA_SECRET_ID, CAPTCHA_SECRET_KEY/,
  );
  expect(() => readEnv({ CAPTCHA_PROVIDER: 'own' })).toThrow(ConfigError);
  expect(() => readEnv({ CAPTCHA_SERVERS: 'nowhere' })).toThrow(/CAPTCHA_SERVERS/);
  expect(
    readEnv({ CAPTCHA_SERVERS: 'https://a.example/, https://b.example' }).CAPTCHA_SERVERS,
  ).toEqual(['https://a.example', 'https://b.example']);
});

test('[R32] pages allow a provider’s servers only where it is configured', () => {
  const policy = (variables: Record<string, string>) =>
    getPageHeaders(readEnv(variables))['content-security-policy'];
  const yidun = {
    CAPTCHA_PROVIDER: 'yidun',
    CAPTCHA_POPUP_ID: 'a',
    CAPTCHA_BOUND_ID: 'b',
    CAPTCHA_SECRET_ID: 'c',
    CAPTCHA_SECRET_KEY: 'd',
  };
  expect(policy({})).not.toContain('126.net');
  expect(policy({})).not.toContain('connect-src');
  expect(policy(yidun)).toMatch(
    /script-src 'self' 'sha256-[^;]+ https:\/\/cstaticdun\.126\.net https:\/\/cstaticdun1\.126\.net/,
  );
  expect(policy({ ...yidun, CAPTCHA_SERVERS: 'https://a.example' })).toMatch(
    /connect-src 'self' https:\/\/a\.example /,
  );
});
