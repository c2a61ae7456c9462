import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { navigateTo, pushOverlay, trackOverlays } from '#client/core/overlay-history.ts';
import { renderIsland } from '../support/component.tsx';

test('[R4] going on from open sheets of a phone leaves no entry of them behind', async () => {
  renderIsland(null, { area: 'phone', path: 'post/7' });
  trackOverlays();
  for (let sheet = 0; sheet < 2; sheet++) pushOverlay(() => expect.unreachable());
  expect(history.state).toEqual({ sheets: 2 });
  await navigateTo('#p9');
  expect(location.hash).toBe('#p9');
  history.back();
  await waitFor(() => expect(location.hash).toBe(''));
  expect(history.state).toBeNull();
});
