import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { NewPollWire } from '#contracts/wire/requests.ts';
import { EMPTY_POLL, findPollProblem, normalizePoll } from '#islands/thread-form/new-poll.ts';
import { PollBuilder } from '#islands/thread-form/PollBuilder.tsx';
import { renderIsland } from '../support/component.tsx';

/* The form of a poll (R26). */

let poll: NewPollWire;
let isRemoved: boolean;

/** The builder after its thread was submitted, so that it shows what is wrong. */
function Form({ options }: { options: string[] }) {
  const [now, setNow] = useState({ ...EMPTY_POLL, options });
  poll = now;
  return (
    <PollBuilder
      poll={now}
      isInactive={false}
      problem={findPollProblem(now)}
      onChange={(change) => setNow({ ...now, ...change })}
      onLeave={() => undefined}
      onRemove={() => (isRemoved = true)}
    />
  );
}

function renderBuilder(options: string[]) {
  isRemoved = false;
  return renderIsland(<Form options={options} />).user;
}
const inputs = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: /^选项 \d+$/ });
const input = (n: number) => screen.getByRole('textbox', { name: `选项 ${n}` });
const grip = (n: number) => screen.getByRole('button', { name: new RegExp(`^第 ${n} 项`) });
const texts = () => inputs().map((one) => one.value);

test('[R26] a poll is made as it will be sent', async () => {
  const user = renderBuilder(['', '']);
  expect(document.activeElement).toBe(screen.getByLabelText('投票的问题'));
  await user.keyboard('你用哪一个');
  await user.click(input(1));
  await user.keyboard('Wayland{Enter}X11');
  await user.click(screen.getByRole('button', { name: '添加选项' }));
  await user.type(input(3), '都用');
  await user.selectOptions(screen.getByLabelText('选择方式'), '多选');
  await user.clear(screen.getByLabelText('最多选几项'));
  await user.type(screen.getByLabelText('最多选几项'), '2');
  await user.clear(screen.getByLabelText('持续天数'));
  await user.type(screen.getByLabelText('持续天数'), '30');
  await user.click(screen.getByLabelText('投票之前就能看到结果'));
  expect(normalizePoll(poll)).toEqual({
    question: '你用哪一个',
    options: ['Wayland', 'X11', '都用'],
    maxchoices: 2,
    poll_day: 30,
    visible: 0,
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

test('[R26] options are added up to twenty and taken away down to two', async () => {
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
  await user.click(screen.getByRole('button', { name: '不要投票了' }));
  expect(isRemoved).toBe(true);
});

test('[R16, R26] what is wrong with a poll stands below its options', async () => {
  const user = renderBuilder(['一', '']);
  const problem = () => document.querySelector('#poll-builder-problem')?.textContent;
  const put = async (field: HTMLElement, text: string) => {
    await user.clear(field);
    await user.click(field);
    await user.paste(text);
  };
  expect(problem()).toBe('至少写两个选项');
  await put(input(2), '一');
  expect(problem()).toBe('选项 2 和前面的重复了');
  expect(input(2).getAttribute('aria-describedby')).toBe('poll-builder-problem');
  await put(input(2), '长'.repeat(81));
  expect(problem()).toBe('选项 2 超过了 80 个字');
  await put(input(2), '二');
  await put(screen.getByLabelText('持续天数'), '400');
  expect(problem()).toBe('持续天数要在 1 到 365 之间');
  await put(screen.getByLabelText('持续天数'), '7');
  expect(problem()).toBeUndefined();
});
