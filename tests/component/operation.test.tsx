import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { OperationWire } from '#contracts/calls/admin/overview-calls.ts';
import { Operation } from '#islands/admin/dashboard/Operation.tsx';
import { answerCalls } from '../support/answered-calls.ts';
import { MEMBER, renderIsland } from '../support/component.tsx';

const DAY_MS = 86_400_000;
const fromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const certificate = (days: number | null, error = ''): OperationWire['certificate'] => ({
  host: 'login.example',
  ends_at: days === null ? null : fromNow(days),
  error,
  checked_at: fromNow(0),
});

test.each([
  ['zh', null, null, { 数据库: '1.2 GB', 最近备份: '还没有备份' }],
  [
    'en',
    { at: fromNow(-1.5), bytes: 52_400_000 },
    certificate(40.5),
    {
      Database: '1.2 GB',
      'Last backup': 'yesterday, 52 MB',
      'Identity provider’s certificate': 'expires in 40 days login.example',
    },
  ],
  [
    'zh',
    { at: fromNow(-3), bytes: 900 },
    certificate(-1),
    { 最近备份: '3 天前，0.9 kB', 身份提供方的证书: '已过期 login.example' },
  ],
  [
    'en',
    null,
    certificate(null, 'connect ECONNREFUSED'),
    { 'Identity provider’s certificate': 'No response from login.example connect ECONNREFUSED' },
  ],
] as const)(
  '[ops] an administrator sees how large the forum is, the last backup and the certificate (%s, %j, %j)',
  async (lang, backup, seen, expected) => {
    answerCalls({
      'GET /v2/admin/operation': (): OperationWire => ({
        version: '1.2.3',
        build: '0123456789abcdef',
        database_bytes: 1_230_000_000,
        backup,
        certificate: seen,
      }),
    });
    renderIsland(<Operation />, { lang, as: MEMBER });
    const region = (await screen.findByText('1.2.3')).closest('section') as HTMLElement;
    expect(region.textContent).toContain('01234567');
    for (const [term, text] of Object.entries(expected))
      expect(within(region).getByText(term).nextElementSibling?.textContent?.trim()).toBe(text);
  },
);
