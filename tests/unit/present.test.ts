import { expect, test, vi } from 'vitest';
import { escapeHtml } from '#contracts/escape-html.ts';
import { relativeTime } from '#contracts/relative-time.ts';
import { toPollWire } from '#domain/content/poll/present.ts';
import { toVisitorKey } from '#domain/content/thread/count-view.ts';
import { type OwnUserRow, toUserInfoWire } from '#domain/people/own-user.ts';
import { toUserWire } from '#domain/reference/user-wire.ts';
import { coalesceCalls } from '#domain/shared/coalesce-calls.ts';
import { canReadForum } from '#domain/shared/forum-access.ts';
import { userIdOf } from '../../scripts/seed/people.ts';
import { PEOPLE } from '../support/people.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

test.each([
  [3 * MINUTE, '3 分钟前', '3 minutes ago'],
  [MINUTE, '1 分钟前', '1 minute ago'],
  [59 * SECOND, '刚刚', 'just now'],
  [-5 * MINUTE, '刚刚', 'just now'],
  [59 * MINUTE + 59 * SECOND, '59 分钟前', '59 minutes ago'],
  [60 * MINUTE, '1 小时前', '1 hour ago'],
  [DAY, '1 天前', '1 day ago'],
  [30 * DAY, '30 天前', '30 days ago'],
  [31 * DAY, '1 个月前', '1 month ago'],
  [800 * DAY, '2 年前', '2 years ago'],
])('[R36] %i ms ago is %s and %s', (passed, zh, en) => {
  expect(relativeTime('zh', NOW - passed, NOW)).toBe(zh);
  expect(relativeTime('en', NOW - passed, NOW)).toBe(en);
  expect(relativeTime('zh', NOW - passed, NOW)).toBe(zh); // also from the cache
});

const levels = {
  id: 1,
  admin: '',
  color_id: 0,
  level_icon: '',
  level_name: '铅笔',
  min: 0,
  max: 199,
  created_at: '',
  updated_at: '',
};
const person: OwnUserRow = {
  id: PEOPLE.member,
  username: 'lin',
  nickname: '林间小路',
  avatar: '',
  description: '自我介绍',
  groupId: 10,
  levelId: 1,
  credits: 5,
  threadsCnt: 1,
  postsCnt: 2,
  likesCnt: 3,
  featuredCnt: 2,
  digestsCnt: 4,
  favouritesCnt: 5,
  loginsCnt: 6,
  bannedFrom: null,
  bannedUntil: null,
  contentHidden: false,
  loginAt: new Date(NOW),
  createdAt: new Date(NOW),
  updatedAt: new Date(NOW),
  realname: '林小路',
  email: 'lin@example.com',
  emailChecked: true,
  mobile: '13800000000',
  qq: '12345',
  createdIp: '192.0.2.1',
  loginIp: '192.0.2.2',
  moderates: false,
  welcomeClosed: false,
  unread: 7,
  muted: { threads: [], forums: [], users: [] },
};
const standing = { levels, groupName: '成员', now: NOW };

test('[R20] the public view of a person has no personal data', () => {
  const shown = JSON.stringify(toUserWire(person, standing));
  for (const personal of [
    '林小路',
    'lin@example.com',
    '13800000000',
    '12345',
    '192.0.2.1',
    '192.0.2.2',
    '"email',
    '"mobile',
    '"qq',
    '_ip"',
  ])
    expect(shown).not.toContain(personal);
  expect(toUserInfoWire(person, standing)).toMatchObject({
    realname: '林小路',
    email: 'lin@example.com',
    email_checked: 1,
    mobile: '13800000000',
    qq: '12345',
    create_ip: '192.0.2.1',
    login_ip: '192.0.2.2',
    msg_cnt: 7,
  });
});

test.each([
  ['none', null, null, true],
  ['in force', NOW - DAY, NOW + DAY, false],
  ['from this moment', NOW, NOW + 1, false],
  ['over at this moment', NOW - DAY, NOW, true],
  ['to come', NOW + 1, NOW + DAY, true],
  ['without end', NOW - DAY, Number.POSITIVE_INFINITY, false],
])('[R29] a ban: %s', (_name, from, until, maySpeak) => {
  const at = (moment: number | null) =>
    moment === null || !Number.isFinite(moment) ? moment : new Date(moment);
  const row = { ...person, bannedFrom: at(from), bannedUntil: at(until), contentHidden: true };
  expect(toUserWire(row, standing)).toMatchObject({
    allow_speak: maySpeak,
    state: maySpeak ? 1 : 2,
    desc: maySpeak ? '自我介绍' : '',
  });
});

const poll = {
  threadId: 7,
  question: '用哪个？',
  maxChoices: 2,
  expiresAt: new Date(NOW),
  expired: false,
  resultsVisible: false,
  votersVisible: false,
  changeable: false,
  votersCnt: 3,
  days: 7,
  options: [
    { id: 1, text: '甲', votesCnt: 2, rate: 66.67 },
    { id: 2, text: '乙', votesCnt: 1, rate: 33.33 },
  ],
};

test('[R26] results stay unknown until one has voted, the poll is over, or they are open to all', () => {
  const votes = (one: typeof poll, chosen: number[] | null) =>
    toPollWire(one, chosen).forum_polloption?.map((option) => [option.votes, option.rate]);
  const known = [
    [2, 66.67],
    [1, 33.33],
  ];
  expect(votes(poll, null)).toEqual([
    [0, 0],
    [0, 0],
  ]);
  expect(votes(poll, [1])).toEqual(known);
  expect(votes({ ...poll, expired: true }, null)).toEqual(known);
  expect(votes({ ...poll, resultsVisible: true }, null)).toEqual(known);
});

test('[R13] the beginning of a text is HTML that shows just that text', () => {
  expect(escapeHtml('a < b && c > d')).toBe('a &lt; b &amp;&amp; c &gt; d');
  expect(escapeHtml('<img src=x onerror=alert(1)>')).not.toContain('<');
});

test.each([
  ['public', [], [true, true, true, true, true]],
  ['members', [], [false, true, true, false, true]],
  ['groups', [30], [false, false, true, false, true]],
])('[R20] readers of a forum for %s', (access, groups, expected) => {
  const viewer = (userId: number, groupId: number, read = true) => ({
    userId,
    groupId,
    rights: { read },
  });
  const viewers = [
    null,
    viewer(PEOPLE.member, 10),
    viewer(userIdOf('yimeixiangsu'), 30),
    viewer(PEOPLE.forumModerator, 30, false),
    viewer(10001, 10, false),
  ];
  expect(viewers.map((viewer) => canReadForum(access, groups, viewer))).toEqual(expected);
});

test('[unit] a visitor is identified by address and browser without storing either, a member by the id', () => {
  const visitor = toVisitorKey(null, '192.0.2.1', 'Browser/1');
  expect(visitor).toBe(toVisitorKey(null, '192.0.2.1', 'Browser/1'));
  expect(
    new Set([
      visitor,
      toVisitorKey(null, '192.0.2.2', 'Browser/1'),
      toVisitorKey(null, '192.0.2.1', 'Browser/2'),
    ]).size,
  ).toBe(3);
  expect(visitor).not.toContain('192');
  expect(toVisitorKey(null, '2001:db8:1:2::1', 'Browser/1')).toBe(
    toVisitorKey(null, '2001:db8:1:2:f::9', 'Browser/1'),
  );
  expect(toVisitorKey({ userId: 5 }, '192.0.2.1', 'x')).toBe(
    toVisitorKey({ userId: 5 }, '192.0.2.9', 'y'),
  );
});

/** A query whose answers the test controls. */
function question() {
  const asked: { answer(value: number): void; fail(error: Error): void }[] = [];
  const ask = () =>
    new Promise<number>((resolve, reject) => asked.push({ answer: resolve, fail: reject }));
  return { asked, ask: coalesceCalls(ask) };
}

test('[unit] a call while an answer is under way gets the next one, and shares it', async () => {
  const { asked, ask } = question();
  const first = ask();
  const late = [ask(), ask(), ask()];
  expect(asked).toHaveLength(1);
  asked[0]?.answer(1);
  expect(await first).toBe(1);
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  asked[1]?.answer(2);
  expect(await Promise.all(late)).toEqual([2, 2, 2]);
  void ask();
  await vi.waitFor(() => expect(asked).toHaveLength(3));
});

test('[unit] a failing answer fails only for its own callers', async () => {
  const { asked, ask } = question();
  const first = ask();
  const late = ask();
  asked[0]?.fail(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  asked[1]?.answer(2);
  expect(await late).toBe(2);
});
