import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ShareButton } from '#islands/thread/ShareButton.tsx';
import { answerCalls, refusal } from '../support/answered-calls.ts';
import { renderIsland } from '../support/component.tsx';

/* Sharing a thread: its link, and the system's share dialog. */

const SUBJECT = '显示协议调查';

/** Sets or removes a property that differs between browsers. */
const setNavigator = (name: 'share' | 'clipboard', value: unknown) =>
  Object.defineProperty(navigator, name, { value, configurable: true });
afterEach(() => {
  for (const name of ['share', 'clipboard']) Reflect.deleteProperty(navigator, name);
});

async function openPopover(lang: 'zh' | 'en' = 'zh') {
  answerCalls({
    'GET /v2/public/config/{name}': ({ params }) =>
      params.name === 'weixin_share'
        ? Response.json({ value: '{"title_max_length":4,"title_suffix":" - 社区"}' })
        : refusal('notFound'),
  });
  const { user } = renderIsland(<ShareButton title={SUBJECT} />, { lang, path: 'post/7#p9' });
  await user.click(screen.getByRole('button', { name: lang === 'zh' ? '分享' : 'Share' }));
  await screen.findByRole('dialog');
  return user;
}
const link = () => screen.getByRole<HTMLInputElement>('textbox', { name: /链接|Link/ });

test('[R25] a visitor copies the link of a thread with a confirmation', async () => {
  const user = await openPopover();
  expect(screen.getByRole('dialog', { name: '分享这个主题' })).toBeTruthy();
  screen.getByRole('img', { name: '这个主题的二维码' });
  expect(link().value).toBe('https://forum.example/zh/post/7');
  await user.click(screen.getByRole('button', { name: '复制' }));
  await screen.findByText('链接已复制');
  expect(await navigator.clipboard.readText()).toBe(link().value);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('[R25] where pages have no clipboard the link is selected, to be copied by hand', async () => {
  const user = await openPopover('en');
  setNavigator('clipboard', undefined);
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  await screen.findByText(/The link is selected/);
  const { value, selectionStart, selectionEnd } = link();
  expect(value.slice(selectionStart ?? 0, selectionEnd ?? 0)).toBe(
    'https://forum.example/en/post/7',
  );
});

test('[R34] the system is given a title as the entry weixin_share wants it', async () => {
  const shared: ShareData[] = [];
  setNavigator('share', async (data: ShareData) => void shared.push(data));
  const user = await openPopover();
  await user.click(screen.getByRole('button', { name: '用其他应用分享' }));
  await waitFor(() =>
    expect(shared).toEqual([{ title: '显示协… - 社区', url: 'https://forum.example/zh/post/7' }]),
  );
});
