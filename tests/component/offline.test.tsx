import { act, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Failure } from '#client/core/failure.ts';
import { showErrorToast } from '#client/core/toasts.ts';
import type { Lang } from '#contracts/language.ts';
import { FormError } from '#islands/components/FormError.tsx';
import { LoadError } from '#islands/components/LoadError.tsx';
import { PausedNotice } from '#islands/composer/ReplyParts.tsx';
import { findToast, renderIsland } from '../support/component.tsx';

/* Without a network, messages name the network as the cause. */

const down = new Failure(0, 'unavailable');
let isOnLine: boolean;
const connect = (to: boolean) => {
  isOnLine = to;
  dispatchEvent(new Event(to ? 'online' : 'offline'));
};

/** Renders an island in a browser that loses its network. */
function renderOffline(island: ReactNode, lang: Lang = 'zh'): void {
  renderIsland(island, { lang });
  act(() => connect(false));
}

beforeEach(() => {
  isOnLine = true;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnLine);
});
afterEach(() => connect(true));

test.each([
  ['zh', '没有网络，草稿已保存。', '社区暂时不能发帖，草稿已保存。'],
  ['en', 'You’re offline. Your draft is saved.', 'Posting is paused. Your draft is saved.'],
] as const)('[R18] a paused reply waits for the network, then for the forum: %s', (...row) => {
  const [lang, offline, paused] = row;
  renderOffline(<PausedNotice sending={{ step: 'idle' } as never} onCancel={() => {}} />, lang);
  expect(screen.getByText(offline)).toBeDefined();
  act(() => connect(true));
  expect(screen.getByText(paused)).toBeDefined();
});

test.each([
  ['zh', '没有网络，草稿已保存，联网后自动发送。'],
  ['en', 'You’re offline. Your draft is saved and will be sent when you’re back online.'],
] as const)('[R18] a waiting reply is sent with the network: %s', (lang, words) => {
  renderOffline(<PausedNotice sending={{ step: 'pending' } as never} onCancel={() => {}} />, lang);
  expect(screen.getByText(words)).toBeDefined();
});

test('[R18] a list that does not come names the network', () => {
  renderOffline(<LoadError failure={down} onRetry={() => {}} />);
  expect(screen.getByRole('alert').textContent).toContain('没有网络');
  act(() => connect(true));
  expect(screen.getByRole('alert').textContent).toContain('无法连接服务器');
});

test('[R18] a form that was not sent names the network', () => {
  renderOffline(<FormError failure={down} />);
  expect(screen.getByRole('alert').textContent).toBe('没有网络，请联网后再试');
});

test('[R18] a notice of a failed action names the network', async () => {
  renderOffline(null);
  act(() => showErrorToast(down));
  await findToast('没有网络，请联网后再试');
});
