import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import MyReplies from '#islands/my-content/MyReplies.tsx';
import { answerCalls } from '../support/answered-calls.ts';
import { MEMBER, renderIsland } from '../support/component.tsx';

test('[R35] a member finds two hundred characters of each long reply in the list of their own, and short ones whole', async () => {
  const reply = (id: number, message_fmt: string) => ({
    id,
    thread_id: 7,
    storey: id,
    message_fmt,
    thread: { subject: `主题 ${id}`, Language: 'zh_CN' },
    forum: { id: 1, name: '系统', name_en: 'System' },
    state: 0,
    checked: 1,
    like_cnt: 0,
    created_at: '2026-11-01T08:00:00.000Z',
  });
  const short = '短'.repeat(200);
  const data = [reply(1, '长'.repeat(201)), reply(2, short)];
  answerCalls({ 'GET /v1/user/post': () => Response.json({ code: 0, data, total_count: 2 }) });
  renderIsland(<MyReplies />, { as: MEMBER, path: 'me/replies' });
  await screen.findByText(`${'长'.repeat(199)}…`);
  expect(screen.getByText(short)).toBeDefined();
});
