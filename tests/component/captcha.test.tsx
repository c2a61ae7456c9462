import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $captcha } from '#client/captcha/captcha-prompt.ts';
import { solveCaptcha } from '#client/captcha/solve-captcha.ts';
import { Captcha } from '#islands/captcha/Captcha.tsx';
import { PIECE_TRAVEL } from '#islands/captcha/CaptchaSlider.tsx';
import { type Answers, answerCalls, callsOf, refusal } from '../support/answered-calls.ts';
import { renderIsland } from '../support/component.tsx';

/* The built-in captcha's dialog (R32): its states, and the sent solution. */

const RAIL_WIDTH = 320;
const GRIP_WIDTH = 40;
const dialog = () => within(screen.getByRole('dialog'));
const status = () => dialog().getByRole('status').textContent;
const grip = () => document.querySelector<HTMLElement>('.grip') as HTMLElement;
const isMovable = () => !grip().hasAttribute('data-idle');

beforeEach(() => {
  // jsdom has no layout; the piece can travel as far as the rail extends beyond the grip.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(RAIL_WIDTH);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(GRIP_WIDTH);
});
// The next captcha starts after this one is closed.
afterEach(() => $captcha.get()?.close());

/** Drags the piece to a position in the picture's units. */
function slideTo(place: number): void {
  const end = (place / PIECE_TRAVEL) * (RAIL_WIDTH - GRIP_WIDTH);
  fireEvent.pointerDown(grip(), { pointerId: 1, button: 0, clientX: 0, clientY: 0 });
  for (const share of [0.3, 0.8, 1])
    fireEvent.pointerMove(grip(), { pointerId: 1, clientX: end * share, clientY: 1 });
  fireEvent.pointerUp(grip(), { pointerId: 1, clientX: end, clientY: 1 });
}

const newPuzzle = () => ({
  code: 0,
  msg: '',
  data: { id: 'one', expires_in: 120, picture: 'data:,', piece: 'data:,', y: 40 },
});

/** Requests a captcha as a call does; `outcome` settles with its solution. */
async function askForCaptcha(more: Answers = {}) {
  answerCalls({
    'GET /v1/captcha/config': () => ({
      code: 0,
      msg: '',
      data: { provider: 'builtin', popup: 'p', bound: 'b', servers: ['/v1/captcha'] },
    }),
    'GET /v1/captcha': newPuzzle,
    ...more,
  });
  const { user } = renderIsland(<Captcha />);
  const outcome = solveCaptcha('popup').catch((error: Error) => error);
  await screen.findByRole('dialog', { name: '拖动滑块完成验证' });
  screen.getByText('把拼图拖到缺口处');
  return { user, outcome };
}

test('[R32] the dialog waits for its picture, shows the remaining tries, and ends with the solution', async () => {
  let show = () => {};
  const shown = new Promise<void>((resolve) => (show = resolve));
  const { outcome } = await askForCaptcha({
    'GET /v1/captcha': async () => {
      await shown;
      return newPuzzle();
    },
    'POST /v1/captcha/solve': () => refusal('captcha', { payload: { left: 1 } }),
  });
  expect(document.querySelector('.sight')?.getAttribute('aria-busy')).toBe('true');
  expect(status()).toBe('正在加载');
  show();
  await waitFor(() => expect(isMovable()).toBe(true));
  slideTo(100);
  await waitFor(() => expect(status()).toBe('没有对准，还可以再试 1 次'));
  answerCalls({
    'POST /v1/captcha/solve': () => ({ code: 0, msg: '', data: { validate: 'solved' } }),
  });
  slideTo(140);
  await waitFor(() => expect(status()).toBe('验证通过'));
  expect(await outcome).toEqual({ captchaId: 'p', validate: 'solved' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(callsOf('POST /v1/captcha/solve').map(({ body }) => [body.id, body.x])).toEqual([
    ['one', 100],
    ['one', 140],
  ]);
  expect(callsOf('POST /v1/captcha/solve')[1]?.body.track).toHaveLength(5);
});

test('[R32] wrong tries end a picture, two minutes too; another one can be had', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let left = 2;
  const { user } = await askForCaptcha({
    'POST /v1/captcha/solve': () => refusal('captcha', { payload: { left: --left } }),
  });
  await waitFor(() => expect(isMovable()).toBe(true));
  slideTo(100);
  await waitFor(() => expect(status()).toBe('没有对准，还可以再试 1 次'));
  slideTo(100);
  await waitFor(() => expect(status()).toBe('尝试次数过多，请换一张图片。'));
  expect(isMovable()).toBe(false);
  await user.click(dialog().getByRole('button', { name: '换一张' }));
  await waitFor(() => expect(isMovable()).toBe(true));
  await vi.advanceTimersByTimeAsync(121_000);
  await waitFor(() => expect(status()).toBe('图片已过期，请换一张。'));
  expect(isMovable()).toBe(false);
});

test('[R32] a limit on pictures counts down where they are asked for', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { user } = await askForCaptcha();
  await waitFor(() => expect(isMovable()).toBe(true));
  answerCalls({ 'GET /v1/captcha': () => refusal('tooMany', { retryAfter: 3 }) });
  const refresh = () => dialog().getByRole('button', { name: '换一张' });
  await user.click(refresh());
  await waitFor(() => expect(status()).toMatch(/操作太频繁，请 [123] 秒后再试/));
  expect(refresh().getAttribute('aria-disabled')).toBe('true');
  answerCalls({ 'GET /v1/captcha': newPuzzle });
  await vi.advanceTimersByTimeAsync(3_000);
  await waitFor(() => expect(refresh().getAttribute('aria-disabled')).toBeNull());
  await user.click(refresh());
  await waitFor(() => expect(isMovable()).toBe(true));
});

test('[R32] [R42] without sliding the device works, which can fail and be tried again, or the user slides after all', async () => {
  const { user } = await askForCaptcha({ 'GET /v1/captcha/work': () => refusal('internal') });
  await user.click(dialog().getByRole('button', { name: '不方便拖动？使用自动验证' }));
  await screen.findByRole('dialog', { name: '自动验证' });
  await waitFor(() => expect(status()).toBe('验证失败，请重试。'));
  answerCalls({ 'GET /v1/captcha/work': () => refusal('tooMany', { retryAfter: 9 }) });
  await user.click(dialog().getByRole('button', { name: '重试' }));
  await waitFor(() => expect(status()).toMatch(/操作太频繁，请 [89] 秒后再试/));
  await user.click(dialog().getByRole('button', { name: '改用滑块验证' }));
  await waitFor(() => expect(isMovable()).toBe(true));
});

test('[R32] closing the dialog rejects the request, by key and by button', async () => {
  const { user, outcome } = await askForCaptcha();
  await user.keyboard('{Escape}');
  expect(await outcome).toMatchObject({ code: 'captcha-close' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const again = solveCaptcha('popup').catch((error: Error) => error);
  await user.click(await screen.findByRole('button', { name: '关闭' }));
  expect(await again).toMatchObject({ code: 'captcha-close' });
});
