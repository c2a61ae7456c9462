import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DashboardWire } from '#contracts/calls/admin/overview-calls.ts';
import { MemberFigures } from '#islands/admin/dashboard/MemberFigures.tsx';
import { MEMBER, renderIsland } from '../support/component.tsx';

const counted = {
  at: new Date().toISOString(),
  active_day: 128,
  active_week: 640,
  active_month: 1_502,
  threads: 40,
  answered: 33,
};
const show = (lang: 'zh' | 'en', members: DashboardWire['members']) =>
  renderIsland(<MemberFigures members={members} />, { lang, as: MEMBER });
const figureOf = (name: string) =>
  screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;

test('[R34] each figure about members has its definition next to it', async () => {
  show('en', {
    counted,
    newcomers: [
      { week: '2026-11-09', joined: 12, returned: 3 },
      { week: '2026-11-02', joined: 0, returned: 0 },
    ],
  });
  await screen.findByText('Active today');
  for (const [name, value, definition] of [
    ['Active today', '128', /since midnight/],
    ['Active in 7 days', '640', /6 days before/],
    ['Active in 30 days', '1,502', /29 days before/],
    ['Answered within a day', '83%33 of 40', /within 24 hours/],
    ['Came back in week 2', '25%3 of 12', /after the one they joined in/],
  ] as const) {
    expect(figureOf(name)).toBe(value);
    expect(screen.getByText(name).parentElement?.lastElementChild?.textContent).toMatch(definition);
  }
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    'JoinedNew membersCame backShare',
    '9 Nov – 15 Nov12325%',
    '2 Nov – 8 Nov00–',
  ]);
});

test.each([
  ['before anything was counted', null],
  ['without threads', { ...counted, active_day: null, threads: 0, answered: 0 }],
] as const)('[R34] a young forum has dashes and no percentages (%s)', async (_, seen) => {
  show('zh', { counted: seen, newcomers: [] });
  await screen.findByText('今日活跃');
  expect(['今日活跃', '一天内有回复', '新成员次周回访'].map(figureOf)).toEqual(['–', '–', '–']);
  expect(document.body.textContent).not.toContain('%');
  expect(screen.getByText(/都结束后才有数据/)).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});
