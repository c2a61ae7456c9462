import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { PollWire } from '#contracts/wire/thread.ts';
import { ThreadPoll } from '#islands/thread/ThreadPoll.tsx';
import { answerCalls, callsOf, refusal } from '../support/answered-calls.ts';
import { findToast, MEMBER, renderIsland } from '../support/component.tsx';

const newPoll = (change: Partial<PollWire> = {}): PollWire => ({
  tid: 7,
  overt: 1,
  multiple: 0,
  visible: 1,
  changeable: 0,
  poll_day: 7,
  expiration: '2026-12-31T08:00:00.000Z',
  pollpreview: '选哪个',
  voters: 0,
  voters_number: 0,
  maxchoices: 1,
  forum_polloption: [1, 2, 3].map((n) => ({
    polloptionid: n,
    polloption: `第${n}项`,
    votes: 0,
    rate: 0,
  })),
  polloptionids: null,
  poll_expire: true,
  ...change,
});

/** The poll after a first voter chose these options. */
const votedFor = (poll: PollWire, ids: readonly number[]): PollWire => ({
  ...poll,
  voters: 1,
  polloptionids: [...ids],
  forum_polloption: (poll.forum_polloption ?? []).map((option) => {
    const votes = Number(ids.includes(option.polloptionid));
    return { ...option, votes, rate: 100 * votes };
  }),
});

/** Renders a poll in a published page; the server counts its votes. */
function renderPoll(poll: PollWire, as: Parameters<typeof renderIsland>[1]) {
  const at = document.createElement('section');
  at.id = 'poll';
  at.innerHTML = '<h2>选哪个</h2><button class="btn" data-act="vote">投票</button>';
  document.body.append(at);
  let now = poll;
  answerCalls({
    // The component reads only the poll of the thread.
    'GET /v1/thread/info': () => Response.json({ code: 0, msg: '', data: { poll_list: now } }),
    'POST /v1/thread/poll': ({ body }) => {
      now = votedFor(now, body.polloptionid as number[]);
      return { code: 0, msg: '' };
    },
  });
  const { user } = renderIsland(<ThreadPoll at={at} threadId={7} />, as);
  return { user, place: within(at), end: (ended: PollWire) => (now = ended) };
}
afterEach(() => document.querySelector('#poll')?.remove());

test('[R26] a member votes, sees the shares and the own choice', async () => {
  const { user, place } = renderPoll(newPoll(), { as: MEMBER });
  await user.click(await place.findByRole('radio', { name: /第2项/ }));
  await user.click(place.getByRole('button', { name: '投票' }));
  await place.findByText('我的选择');
  expect(place.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('0%'),
    expect.stringMatching(/第2项.*我的选择.*1 票.*100%/),
    expect.stringContaining('0%'),
  ]);
  expect(place.queryByRole('radio')).toBeNull();
  expect(callsOf('POST /v1/thread/poll').map(({ body }) => body)).toEqual([
    { tid: 7, polloptionid: [2] },
  ]);
});

test('[R26] a voter finds their own choice again', async () => {
  const { place } = renderPoll(votedFor(newPoll(), [2]), { as: MEMBER });
  await place.findByText('我的选择');
  expect(place.queryByRole('radio')).toBeNull();
  expect(place.queryByRole('button', { name: '修改投票' })).toBeNull();
});

test('[R26, R42] a voter changes the vote if allowed, starting from their choice, or cancels', async () => {
  const { user, place } = renderPoll(votedFor(newPoll({ changeable: 1, visible: 0 }), [2]), {
    as: MEMBER,
  });
  place.getByText('选哪个');
  await user.click(await place.findByRole('button', { name: '修改投票' }));
  place.getByText('截止前可修改');
  const radio = (name: RegExp) => place.getByRole<HTMLInputElement>('radio', { name });
  expect([radio(/第2项/).checked, document.activeElement]).toEqual([true, radio(/第2项/)]);
  await user.click(radio(/第1项/));
  await user.click(place.getByRole('button', { name: '取消' }));
  const change = await place.findByRole('button', { name: '修改投票' });
  await waitFor(() => expect(document.activeElement).toBe(change));
  expect(callsOf('POST /v1/thread/poll')).toEqual([]);

  await user.click(change);
  await user.click(radio(/第3项/));
  await user.click(place.getByRole('button', { name: '投票' }));
  await place.findByRole('button', { name: '修改投票' });
  expect(callsOf('POST /v1/thread/poll').map(({ body }) => body)).toEqual([
    { tid: 7, polloptionid: [3] },
  ]);
  expect(place.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.not.stringContaining('我的选择'),
    expect.not.stringContaining('我的选择'),
    expect.stringMatching(/第3项.*我的选择.*1 票.*100%/),
  ]);
});

test('[R26] a vote can’t be changed once the poll is over', async () => {
  const { user, place, end } = renderPoll(votedFor(newPoll({ changeable: 1 }), [2]), {
    as: MEMBER,
  });
  await user.click(await place.findByRole('button', { name: '修改投票' }));
  end(votedFor(newPoll({ changeable: 1, poll_expire: false }), [2]));
  answerCalls({ 'POST /v1/thread/poll': () => refusal('expired') });
  await user.click(place.getByRole('button', { name: '投票' }));
  await findToast('已过截止时间');
  await place.findByText(/已截止/);
  expect(place.queryByRole('button')).toBeNull();
  expect(place.queryByText('截止前可修改')).toBeNull();
});

test('[R26] no more is chosen than may be, and results that are for later stay hidden until the vote', async () => {
  const { user, place } = renderPoll(newPoll({ maxchoices: 2, visible: 0 }), { as: MEMBER });
  const first = await place.findByRole('checkbox', { name: '第1项' });
  place.getByText('投票之后可以看到结果。');
  expect(document.querySelector('#poll')?.textContent).not.toContain('%');
  await user.click(place.getByRole('button', { name: '投票' }));
  expect(place.getByRole('alert').textContent).toBe('请先选择一项');
  await user.click(first);
  expect(place.queryByRole('alert')).toBeNull();
  await user.click(place.getByRole('checkbox', { name: '第3项' }));
  expect(place.getByRole<HTMLInputElement>('checkbox', { name: '第2项' }).disabled).toBe(true);
  await user.click(place.getByRole('button', { name: '投票' }));
  await place.findAllByText('我的选择');
  expect(place.getAllByText('100%')).toHaveLength(2);
  place.getByText('百分比按投票人数计算，合计可能超过 100%。');
});

test('[R26] a vote that came too late says so, and shows how it ended', async () => {
  const { user, place, end } = renderPoll(newPoll(), { as: MEMBER });
  await user.click(await place.findByRole('radio', { name: /第1项/ }));
  end(newPoll({ poll_expire: false }));
  answerCalls({ 'POST /v1/thread/poll': () => refusal('expired') });
  await user.click(place.getByRole('button', { name: '投票' }));
  await findToast('已过截止时间');
  await place.findByText(/已截止/);
  expect(place.queryByRole('radio')).toBeNull();
});

test('[R18, R26] a visitor who wants to vote is asked to log in', async () => {
  const { user, place } = renderPoll(newPoll(), { as: 'visitor' });
  await user.click(place.getByRole('button', { name: '投票' }));
  await findToast('登录后即可投票');
  expect(screen.getByRole<HTMLAnchorElement>('link', { name: '登录' }).href).toContain(
    '/api/v1/login?',
  );
  expect(callsOf('GET /v1/thread/info')).toEqual([]);
});
