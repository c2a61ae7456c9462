import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { NewPollWire } from '#contracts/wire/requests.ts';
import { EMPTY_POLL, normalizePoll } from '#islands/thread-form/new-poll.ts';
import { PollBuilder } from '#islands/thread-form/PollBuilder.tsx';
import { renderIsland } from '../support/component.tsx';

let poll: NewPollWire;
let isRemoved: boolean;

/** The builder in a form that can be submitted repeatedly. */
function Form({ options }: { options: string[] }) {
  const [now, setNow] = useState({ ...EMPTY_POLL, options });
  const [attempts, setAttempts] = useState(0);
  poll = now;
  return (
    <>
      <PollBuilder
        poll={now}
        isInactive={false}
        attempts={attempts}
        onChange={(change) => setNow({ ...now, ...change })}
        onRemove={() => (isRemoved = true)}
      />
      <button type="button" onClick={() => setAttempts(attempts + 1)}>
        发布
      </button>
    </>
  );
}

function renderBuilder(options: string[]) {
  isRemoved = false;
  return renderIsland(<Form options={options} />).user;
}
const inputs = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: /^选项 \d+$/ });
const input = (n: number) => screen.getByRole('textbox', { name: `选项 ${n}` });
const grip = (n: number) => screen.getByRole('button', { name: new RegExp(`^第 ${n} 项`) });
const texts = () => inputs().map(({ value }) => value);

test('[R26] a poll is made as it will be sent', async () => {
  const user = renderBuilder(['', '']);
  expect(document.activeElement).toBe(screen.getByLabelText('投票问题'));
  await user.keyboard('你用哪一个');
  await user.click(input(1));
  await user.keyboard('Wayland{Enter}X11');
  await user.click(screen.getByRole('button', { name: '添加选项' }));
  await user.type(input(3), '都用');
  await user.selectOptions(screen.getByLabelText('投票方式'), '多选');
  await user.clear(screen.getByLabelText('最多可选'));
  await user.type(screen.getByLabelText('最多可选'), '2');
  await user.clear(screen.getByLabelText('持续天数'));
  await user.type(screen.getByLabelText('持续天数'), '30');
  await user.click(screen.getByLabelText('投票前可查看结果'));
  await user.click(screen.getByLabelText('截止前允许修改投票'));
  expect(normalizePoll(poll)).toEqual({
    question: '你用哪一个',
    options: ['Wayland', 'X11', '都用'],
    maxchoices: 2,
    poll_day: 30,
    visible: 0,
    changeable: 0,
  });
});

test('[R26, R42] options change places by the arrow keys on their grips', async () => {
  const user = renderBuilder(['一', '二', '三']);
  grip(1).focus();
  await user.keyboard('{ArrowDown}');
  expect(texts()).toEqual(['二', '一', '三']);
  expect(document.activeElement).toBe(grip(2));
  await user.keyboard('{End}');
  expect(texts()).toEqual(['二', '三', '一']);
  expect(screen.getByText('第 2 项移到了第 3 位').getAttribute('role')).toBe('status');
  await user.keyboard('{Home}{ArrowUp}');
  expect(texts()).toEqual(['一', '二', '三']);
});

test('[R26] options are added up to twenty and removed down to two', async () => {
  const user = renderBuilder(['一', '二']);
  const add = screen.getByRole('button', { name: '添加选项' });
  for (let count = 2; count < 20; count++) await user.click(add);
  expect(inputs()).toHaveLength(20);
  expect(add.textContent).toBe('最多 20 个选项');
  await user.click(add);
  expect(inputs()).toHaveLength(20);
  for (let count = 20; count > 2; count--)
    await user.click(screen.getByRole('button', { name: `删除选项 ${count}` }));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '删除选项 1' }).disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: '移除投票' }));
  expect(isRemoved).toBe(true);
});

test('[R16, R26] a poll’s error appears below its options after leaving a field or sending, not while typing', async () => {
  const user = renderBuilder(['一', '']);
  const problem = () => document.querySelector('#poll-builder-problem')?.textContent || undefined;
  const reds = () => document.querySelectorAll('[aria-invalid="true"]').length;
  const send = () => user.click(screen.getByRole('button', { name: '发布' }));
  const type = async (field: HTMLElement, text: string) => {
    await user.clear(field);
    await user.click(field);
    await user.paste(text);
  };
  const put = async (field: HTMLElement, text: string) => {
    await type(field, text);
    await user.tab();
  };
  // A new poll shows no errors of an earlier one.
  await user.click(input(1));
  await user.tab();
  await user.click(screen.getByRole('button', { name: '添加选项' }));
  await waitFor(() => expect(document.activeElement).toBe(input(3)));
  await user.click(screen.getByRole('button', { name: '删除选项 3' }));
  expect([problem(), reds()]).toEqual([undefined, 0]);
  await send();
  expect([problem(), reds()]).toEqual(['请至少填写两个选项', 1]);
  await type(input(2), '一');
  expect([problem(), reds()]).toEqual([undefined, 0]);
  await user.tab();
  expect(problem()).toBe('选项 2 与前面的重复');
  expect(input(2).getAttribute('aria-describedby')).toBe('poll-builder-problem');
  await type(input(2), '长'.repeat(81));
  expect(problem()).toBeUndefined();
  await user.tab();
  expect(problem()).toBe('选项 2 超过了 80 个字');
  await put(input(2), '二');
  await user.click(screen.getByRole('button', { name: '添加选项' }));
  await waitFor(() => expect(document.activeElement).toBe(input(3)));
  expect([problem(), reds()]).toEqual([undefined, 0]);
  await type(screen.getByLabelText('持续天数'), '400');
  expect(problem()).toBeUndefined();
  await user.tab();
  expect(problem()).toBe('持续天数需在 1 到 365 之间');
  await put(screen.getByLabelText('持续天数'), '7');
  expect([problem(), reds()]).toEqual([undefined, 0]);
});
