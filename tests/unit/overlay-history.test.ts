import { afterEach, expect, test, vi } from 'vitest';
import { navigateTo, pushOverlay, trackOverlays } from '#client/core/overlay-history.ts';

afterEach(() => void vi.unstubAllGlobals());

test('[R4] who goes on from an open sheet of a phone leaves no entry of it behind: Back leads to the page', async () => {
  const steps: unknown[] = [];
  const page = new EventTarget();
  const entries: unknown[] = [null];
  vi.stubGlobal('document', { addEventListener: () => undefined });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('location', {
    pathname: '/phone/zh/post/7',
    assign: (path: string) => steps.push(path),
  });
  // Browsers go back some time after they are told to, unless something else comes between.
  vi.stubGlobal('history', {
    get state() {
      return entries.at(-1);
    },
    pushState: (state: unknown) => entries.push(state),
    go: (by: number) =>
      setTimeout(() => {
        entries.splice(by);
        steps.push(by);
        page.dispatchEvent(new Event('popstate'));
      }),
  });
  trackOverlays();
  for (const close of ['sheet', 'dialog above it']) pushOverlay(() => steps.push(close));
  await navigateTo('/phone/zh/post/8');
  expect(steps).toEqual([-2, '/phone/zh/post/8']);
});
