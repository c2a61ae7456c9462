import { expect, test, vi } from 'vitest';
import { RelativeTime } from '#islands/components/RelativeTime.tsx';
import { renderIsland } from '../support/component.tsx';

const ago = (days: number, hours = 0, minutes = 0) =>
  new Date(2026, 4, 20 - days, 12 - hours, -minutes).toISOString();
const MOMENTS = [
  ago(0, 0, 3),
  ago(0, 23, 59),
  ago(1),
  ago(3),
  ago(6, 23, 59),
  ago(7),
  ago(365),
  ago(0, -2),
];

test.each([
  [
    'en',
    ['3m ago', '23h ago', 'yesterday', '3d ago', '6d ago', '13 May', '20 May 2025', '20 May 2026'],
  ],
  [
    'zh',
    ['3 分钟前', '23 小时前', '昨天', '3 天前', '6 天前', '05-13', '2025-05-20', '2026-05-20'],
  ],
] as const)('[R38] queues show relative times for a week, and then the day (%s)', (lang, texts) => {
  vi.useFakeTimers({ now: new Date(2026, 4, 20, 12) });
  renderIsland(
    MOMENTS.map((at) => <RelativeTime key={at} at={at} />),
    { lang },
  );
  expect(Array.from(document.querySelectorAll('time'), (time) => time.textContent)).toEqual(texts);
});
