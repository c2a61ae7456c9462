import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PublishingWire } from '#contracts/calls/admin/publishing-calls.ts';
import { PublishingHealth } from '#islands/admin/publishing/PublishingHealth.tsx';
import { answerCalls } from '../support/answered-calls.ts';
import { MEMBER, renderIsland } from '../support/component.tsx';

const publishing = (cdn: PublishingWire['cdn']): PublishingWire => ({
  pages: 12,
  outdated: 0,
  lanes: [{ lane: 'posts', waiting: 0, oldest: 0 }],
  tasks: [],
  failures: 0,
  storage: null,
  cdn,
});

test.each([
  [null, undefined],
  [{ waiting: 0, takedowns: 0, oldest: 0, error: '' }, undefined],
  [{ waiting: 3, takedowns: 1, oldest: 2, error: '' }, ['3', '2 秒', '正常']],
  [{ waiting: 3, takedowns: 1, oldest: 130, error: '' }, ['3', '2 分钟', '正在处理积压']],
  [
    { waiting: 3, takedowns: 1, oldest: 130, error: 'connect ECONNREFUSED' },
    ['3', '2 分钟', '有失败 connect ECONNREFUSED'],
  ],
])('[R40] an administrator sees the CDN’s unconfirmed purges: %j', async (cdn, cells) => {
  answerCalls({ 'GET /v2/admin/publishing': () => publishing(cdn) });
  renderIsland(<PublishingHealth />, { lang: 'zh', as: MEMBER });
  await screen.findByRole('cell', { name: '帖子页面' });
  const row = screen.queryByRole('row', { name: /CDN 待确认的缓存清除/ });
  expect(
    row
      ? within(row)
          .getAllByRole('cell')
          .slice(1)
          .map((cell) => cell.textContent?.trim())
      : undefined,
  ).toEqual(cells);
});
