import { beforeEach, expect, test } from 'vitest';
import { $toasts, dismissToast, showToast } from '#client/core/toasts.ts';

beforeEach(() => $toasts.set([]));
const shown = () => $toasts.get().at(-1)?.key;

test('[R18] a toast replaces the one before it', () => {
  showToast({ key: 'tip.unavailable' });
  showToast({ key: 'tip.offline' });
  expect($toasts.get().map(({ key }) => key)).toEqual(['tip.offline']);
});

test('[R18] a toast that stays comes back after a newer one', () => {
  showToast({ key: 'live.changed', stays: true });
  showToast({ key: 'tip.offline' });
  expect(shown()).toBe('tip.offline');
  dismissToast($toasts.get().at(-1)?.id ?? 0);
  expect(shown()).toBe('live.changed');
});

test('[R18] a toast that stays waits for a passing one', () => {
  showToast({ key: 'tip.offline' });
  showToast({ key: 'live.changed', stays: true });
  expect($toasts.get().map(({ key }) => key)).toEqual(['live.changed', 'tip.offline']);
});
