import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ClientPage } from '#contracts/paths.ts';
import { LoginRequired } from '#islands/client-pages/ClientPageIsland.tsx';
import { LazyWelcome } from '#islands/welcome/LazyWelcome.tsx';
import { answerCalls, callsOf, noNetwork } from '../support/answered-calls.ts';
import { MEMBER, renderIsland } from '../support/component.tsx';

/* The welcome of new members (R35), and the reasons for visitors to log in (R17). */

const NEWCOMER = { ...MEMBER, level: 1, welcome: true };
const saved = () => ({
  code: 0,
  msg: '',
  data: {
    nickname: MEMBER.nickname,
    desc: '',
    avatar: '',
    language: 'zh' as const,
    rename_at: null,
    notify: {
      reply: true,
      quote: true,
      comment: true,
      mention: true,
      watch: true,
      newThread: true,
      like: true,
      reportQueue: true,
      reviewQueue: true,
    },
    auto_watch: true,
    may_moderate: false,
    fresh_until: null,
  },
});

// Load the dynamic import before a test waits for it.
beforeAll(async () => void (await import('#islands/welcome/WelcomeCard.tsx')));

async function findCard(): Promise<HTMLElement> {
  // React shows an element once its stylesheet has loaded; the tests load none.
  return waitFor(() => {
    for (const link of document.querySelectorAll('link')) fireEvent.load(link);
    return screen.getByRole('complementary', { name: `欢迎加入，${MEMBER.nickname}` });
  });
}

test('[R35] a new member is offered the guide on the home page, and not again once they closed it', async () => {
  answerCalls({ 'PUT /v1/user/info': saved });
  const { user: person } = renderIsland(<LazyWelcome />, { as: NEWCOMER });
  const card = within(await findCard());
  expect(card.getByRole('link', { name: '查看新手指南' }).getAttribute('href')).toBe(
    '/zh/me/welcome',
  );
  await person.click(card.getByRole('button', { name: '不再显示' }));
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(callsOf('PUT /v1/user/info')[0]?.body).toEqual({ welcome: 'closed' });
});

test('[R35] a failure to store the closed welcome is reported', async () => {
  answerCalls({ 'PUT /v1/user/info': noNetwork });
  const { user: person } = renderIsland(<LazyWelcome />, { as: NEWCOMER });
  await person.click(within(await findCard()).getByRole('button', { name: '不再显示' }));
  await screen.findByText('暂时无法连接服务器，阅读不受影响');
});

test.for([
  ['who has been here for longer', MEMBER, ''],
  ['a new member who reads a thread', NEWCOMER, 'post/1'],
] as const)('[R35] nothing is offered to %s', async ([, reader, path]) => {
  renderIsland(<LazyWelcome />, { as: reader, path });
  await act(async () => undefined); // the loaded data would be shown now
  expect(screen.queryByRole('complementary')).toBeNull();
});

describe('[R17] a visitor reads the reasons for a login', () => {
  test.for([
    ['new', 'zh', '登录后即可发布主题'],
    ['new', 'en', 'Log in to start a thread'],
    ['me/messages', 'zh', '登录后即可查看通知'],
    ['me/favourites', 'en', 'Log in to see your favourites'],
  ] as const satisfies [Exclude<ClientPage, 'search'>, 'zh' | 'en', string][])(
    '%s, in %s',
    ([clientPage, lang, title]) => {
      renderIsland(<LoginRequired clientPage={clientPage} />, { lang, path: clientPage });
      screen.getByRole('heading', { name: title });
    },
  );
});
