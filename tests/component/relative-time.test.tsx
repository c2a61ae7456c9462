import { expect, test, vi } from 'vitest';
import { RelativeTime } from '#islands/components/RelativeTime.tsx';
import { renderIsland } from '../support/component.tsx';

test('[R38] the admin area tells how long ago something was for a day, and then its day', () => {
  vi.useFakeTimers({ now: new Date(2026, 4, 20, 12) });
  const ago = (hours: number, minutes = 0) =>
    new Date(2026, 4, 20, 12 - hours, -minutes).toISOString();
  renderIsland(
    <>
      <RelativeTime at={ago(0, 3)} />
      <RelativeTime at={ago(23, 59)} />
      <RelativeTime at={ago(24)} />
      <RelativeTime at={ago(-2)} />
    </>,
    { lang: 'en' },
  );
  expect(Array.from(document.querySelectorAll('time'), (time) => time.textContent)).toEqual([
    '3m ago',
    '23h ago',
    '19 May 2026',
    '20 May 2026',
  ]);
});
