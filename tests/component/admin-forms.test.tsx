import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { goToScreen } from '#client/admin/admin-location.ts';
import { adminPath } from '#contracts/admin.ts';
import type { AdminConfigWire, SavedConfigWire } from '#contracts/wire/admin-config.ts';
import ConfigScreen from '#islands/admin/content/ConfigScreen.tsx';
import { answerCalls, callsOf } from '../support/answered-calls.ts';
import { findToast, MEMBER, renderIsland } from '../support/component.tsx';

/* Forms that several administrators edit, when the list after a save arrives late. */

const entry = (version: number, text: string): AdminConfigWire => ({
  field: 'notify',
  value: { text, text_en: '', link: '', level: 'info' },
  version,
  updated_at: '2026-01-01T00:00:00Z',
  updated_by: version > 2 ? 'Jonas Weber' : null,
  pages: 3,
});

const chineseText = () => screen.findByRole('textbox', { name: '中文公告' });

/** Saves „first“ over version 1, types, and lets the save's list arrive; returns the field. */
async function typeBeforeTheList(
  typed: string,
  late: AdminConfigWire,
): Promise<{ field: HTMLElement; user: ReturnType<typeof renderIsland>['user'] }> {
  const lists = [Promise.resolve([entry(1, '')])];
  const list = Promise.withResolvers<AdminConfigWire[]>();
  lists.push(list.promise);
  answerCalls({
    'GET /v2/admin/config': () => lists.shift() ?? list.promise,
    'PUT /v2/admin/config/{field}': (): SavedConfigWire => ({ version: 2, pages: 3, job: null }),
  });
  const { user } = renderIsland(<ConfigScreen />, { as: MEMBER });
  const field = await chineseText();
  await user.type(field, 'first');
  await user.click(screen.getByRole('button', { name: '保存' }));
  await findToast(/3/);
  if (typed) await user.type(field, typed);
  list.resolve([late]);
  await screen.findByText(`第 ${late.version} 版`, { exact: false });
  return { field, user };
}

test('[R34] an administrator’s input stays when the list after their own save arrives late', async () => {
  const { field, user } = await typeBeforeTheList(' second', entry(2, 'first'));
  expect([field.isConnected, (field as HTMLTextAreaElement).value]).toEqual([true, 'first second']);
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(screen.getByRole('button', { name: '保存' }));
  await findToast(/3/);
  expect(callsOf('PUT /v2/admin/config/{field}').at(-1)?.body).toMatchObject({
    version: 2,
    value: { text: 'first second' },
  });
});

test('[R34] somebody else’s saved change is shown next to the input, and one is chosen', async () => {
  const { field, user } = await typeBeforeTheList(' second', entry(3, 'theirs'));
  expect((field as HTMLTextAreaElement).value).toBe('first second');
  const conflict = await screen.findByRole('alert');
  expect(conflict.textContent).toContain('Jonas Weber');
  expect(
    within(conflict)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['first second', 'theirs']);
  await user.click(within(conflict).getByRole('button', { name: '用我的版本覆盖' }));
  await findToast(/3/);
  expect(callsOf('PUT /v2/admin/config/{field}').at(-1)?.body).toMatchObject({
    version: 3,
    value: { text: 'first second' },
  });
});

test('[R34] a form without input shows somebody else’s saved change', async () => {
  const { field } = await typeBeforeTheList('', entry(3, 'theirs'));
  await waitFor(() => expect((field as HTMLTextAreaElement).value).toBe('theirs'));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('[R34] the preview follows the card that is edited: its language, and the sites that show it', async () => {
  const cards = [
    { title: '公测开放', language: 'zh', device: 'pc', link: '/zh/post/1', img: { url: '' } },
    { title: 'Install day', language: 'en', device: 'phone', link: '/en/post/2', img: { url: '' } },
  ];
  answerCalls({
    'GET /v2/admin/config': () => [{ ...entry(1, ''), field: 'carousel', value: { cards } }],
  });
  goToScreen(adminPath('content', 'carousel'));
  const { user } = renderIsland(<ConfigScreen />, { as: MEMBER });
  /** The content of each site, desktop before phone; a site's picture is a shadow tree. */
  const shown = () =>
    [...document.querySelectorAll('.preview .stage')].map(
      (stage) =>
        (stage.firstElementChild?.shadowRoot?.querySelector('.carousel') ?? stage).textContent,
    );
  await user.click(await screen.findByRole('button', { name: /Install day/, expanded: false }));
  await waitFor(() => expect(shown()).toEqual(['这张卡片不在这里显示。', 'Install day']));
  const preview = within(screen.getByRole('region', { name: '预览' }));
  expect(preview.getByRole('button', { name: '英文' }).getAttribute('aria-pressed')).toBe('true');
  await user.type(screen.getByRole('textbox', { name: '标题' }), ' in Lisbon');
  await waitFor(() => expect(shown()[1]).toBe('Install day in Lisbon'));
  await user.click(screen.getByRole('button', { name: /公测开放/, expanded: false }));
  await waitFor(() => expect(shown()).toEqual(['公测开放', '这张卡片不在这里显示。']));
});
