import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { UserCardData } from '#client/user/user-card.ts';
import { $watchLevels } from '#client/watch/watching.ts';
import { translator } from '#i18n/translator.ts';
import { HoverCard } from '#islands/user-card/HoverCard.tsx';
import { findNamedUser, showUserCard } from '#islands/user-card/show-user-card.tsx';
import { answerCalls, callsOf } from '../support/answered-calls.ts';
import { MEMBER, renderIsland } from '../support/component.tsx';

const TIME = '2024-05-01T00:00:00Z';
const USER: UserCardData = {
  id: 7,
  account_id: 7,
  username: 'xiaoman',
  nickname: '小满',
  realname: '',
  avatar: '',
  desc: '',
  state: 0,
  allow_speak: true,
  group_id: 2,
  group_name: '版主',
  level: 3,
  levels: {
    id: 3,
    admin: '',
    color_id: 0,
    level_name: '工程师',
    level_icon: '',
    min: 0,
    max: 0,
    created_at: TIME,
    updated_at: TIME,
  },
  threads_cnt: 4,
  posts_cnt: 16,
  digests_num: 2,
  featured_num: 2,
  like_cnt: 31,
  favourite_cnt: 0,
  msg_cnt: 0,
  credits_num: 0,
  logins_cnt: 1,
  login_date: TIME,
  created_at: TIME,
  updated_at: TIME,
};

function open({
  as = MEMBER,
  user = USER,
}: {
  as?: typeof MEMBER | 'visitor';
  user?: UserCardData;
}) {
  $watchLevels.set({});
  const anchor = document.createElement('a');
  anchor.href = '/zh/user/7';
  const next = document.createElement('button');
  document.body.replaceChildren(anchor, next);
  const onClose = vi.fn();
  const shown = <HoverCard user={user} anchor={anchor} isPressed={false} onClose={onClose} />;
  return { ...renderIsland(shown, { as }), anchor, next, onClose };
}
const card = () => screen.getByRole('dialog', { name: '小满' });
const buttons = () => [...card().querySelectorAll('button')];

test('[R35] the card shows a person’s role and post counts', () => {
  open({});
  for (const text of ['Lv 3 工程师 · 版主 · 2024 年加入', '主题4回复12精选回复2有用31'])
    expect(card().textContent).toContain(text);
  expect(screen.getByRole('link', { name: '发私信' }).getAttribute('href')).toContain('with=7');
});

test.each([
  ['a visitor', { as: 'visitor' as const }],
  ['oneself', { user: { ...USER, id: MEMBER.id } }],
])('[R35] the card has no actions for %s', (_, reader) => {
  open(reader);
  expect(buttons()).toEqual([]);
  expect(screen.queryByRole('link', { name: '发私信' })).toBeNull();
});

test('[R35, R30] a member follows a user from the card, and ends it', async () => {
  answerCalls({ 'POST /v2/user/watch': () => ({ code: 0, msg: 'ok' }) });
  const { user } = open({});
  await user.click(screen.getByRole('button', { name: '关注' }));
  await user.click(await screen.findByRole('button', { name: '已关注', pressed: true }));
  const levels = () =>
    callsOf('POST /v2/user/watch').map(({ body }) => (body as { level: unknown }).level);
  await waitFor(() => expect(levels()).toEqual(['all', null]));
});

test('[R35, R30] a member ignores a user from the card', async () => {
  answerCalls({
    'POST /v2/user/watch': () => ({ code: 0, msg: 'ok' }),
    'GET /v1/login/is_login': () => new Promise(() => {}),
  });
  const { user } = open({});
  await user.click(screen.getByRole('button', { name: '拉黑' }));
  await screen.findByRole('button', { name: '已拉黑', pressed: true });
  expect(callsOf('POST /v2/user/watch')[0]?.body).toEqual({ kind: 'user', id: 7, level: 'muted' });
});

test('[R42] Escape in the card closes it and returns the focus to the name', async () => {
  const { user, onClose } = open({});
  screen.getByRole('button', { name: '关注' }).focus();
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledWith(true);
});

test('[R42] Escape leaves the focus where it was outside of the card', async () => {
  const { user, onClose } = open({});
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledWith(false);
});

test('[R42] Tab leads from the name into the card, and out at both ends', async () => {
  const { user, anchor, next } = open({});
  anchor.focus();
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('link', { name: /^小满/ }));
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(anchor);
  screen.getByRole('button', { name: '拉黑' }).focus();
  await user.tab();
  expect(document.activeElement).toBe(next);
});

test('[R42] a touch opens its card once, also when the browser focuses the name later', async () => {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
  answerCalls({ 'GET /v1/user/info': () => USER });
  document.body.innerHTML = '<main id="main"><a class="name" href="/zh/user/7"></a></main>';
  const name = screen.getByRole('link');
  const show = () => act(() => showUserCard(name, { t: translator('zh'), lang: 'zh', root: 'zh' }));
  const showing = show();
  document.head.querySelector('link[href*="user-card"]')?.dispatchEvent(new Event('load'));
  await showing;
  await screen.findByRole('dialog');
  await userEvent.keyboard('{Escape}');
  await show();
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.pointer([{ keys: '[TouchA]', target: document.body }]);
  await show();
  await screen.findByRole('dialog');
});

test.each([
  ['a name', '<a class="name" href="/zh/user/7">小满</a>', 7],
  ['an avatar', '<li data-author="7"><svg class="av"></svg></li>', 7],
  ['a name without a link', '<li data-author="7"><span class="name">小满</span></li>', 7],
  [
    'a link elsewhere',
    '<li data-author="7"><a class="name" href="/zh/forum/7">小满</a></li>',
    undefined,
  ],
  ['a name that is nobody’s', '<p class="name">小满</p>', undefined],
  ['the card of an author', '<p class="who"><a class="name" href="/zh/user/7"></a></p>', undefined],
])('[R35] whose card belongs to %s', (_, html, userId) => {
  document.body.innerHTML = html;
  expect(findNamedUser(document.querySelector('.name, .av'))?.userId).toBe(userId);
});
