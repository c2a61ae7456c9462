import type { Page } from 'playwright';
import { expect } from 'vitest';
import { accessibilityProblems, expectSoon, login, test } from '../support/browser.ts';
import { PEOPLE } from '../support/people.ts';
import { startSite } from '../support/test-site.ts';
import {
  chooseTheme,
  messageTextbox,
  replaceMessage,
  subjectField,
  submitButton,
} from '../support/thread-form-page.ts';

const site = await startSite();
const MEMBER = PEOPLE.member;

const inputs = (page: Page) => page.locator('.poll-options input');
const texts = (page: Page) =>
  inputs(page).evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
const problem = (page: Page) => page.locator('#poll-builder-problem');
const grip = (page: Page, n: number) => page.locator('.poll-options .grip').nth(n - 1);

async function begin(page: Page, options: string[]): Promise<void> {
  await login(page, site, MEMBER);
  await page.goto(`${site.url}/zh/new?forum=1`);
  await messageTextbox(page).waitFor();
  await page.getByRole('button', { name: '添加投票' }).click();
  for (const [index, text] of options.entries()) {
    if (index >= 2) await page.getByRole('button', { name: '添加选项' }).click();
    await inputs(page).nth(index).fill(text);
  }
}

test('[R26] a poll is made, published with its thread, and voted in', async ({ page }) => {
  await begin(page, ['Wayland', 'X11', '都用']);
  await page.getByLabel('投票的问题').fill('你用哪一个');
  await page.getByLabel('选择方式').selectOption('several');
  await page.getByLabel('最多选几项').fill('2');
  await page.getByLabel('持续天数').fill('30');
  await page.getByLabel('投票之前就能看到结果').uncheck();
  expect(await accessibilityProblems(page)).toEqual([]);
  await chooseTheme(page, 1);
  await subjectField(page).fill('显示协议调查');
  await replaceMessage(page, `投个票 ${Date.now()}`);
  const asked = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/v1/thread'),
  );
  await submitButton(page).click();
  expect((await asked).postDataJSON().poll).toEqual({
    question: '你用哪一个',
    options: ['Wayland', 'X11', '都用'],
    maxchoices: 2,
    poll_day: 30,
    visible: 0,
  });
  await page.waitForURL(/\/zh\/post\/\d+$/);
  await page.locator('#poll').getByText('你用哪一个').waitFor();
});

test('[R26, R42] options change places by the arrow keys on their grips, and by dragging them', async ({
  page,
}) => {
  await begin(page, ['一', '二', '三']);
  await grip(page, 1).focus();
  await page.keyboard.press('ArrowDown');
  await expectSoon(() => texts(page)).toEqual(['二', '一', '三']);
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toContain(
    '第 2 项',
  );
  await page.keyboard.press('End');
  await expectSoon(() => texts(page)).toEqual(['二', '三', '一']);
  await page.getByRole('status').getByText('第 2 项移到了第 3 位').waitFor({ state: 'attached' });
  await grip(page, 3).scrollIntoViewIfNeeded();
  const [from, to] = [await grip(page, 3).boundingBox(), await grip(page, 1).boundingBox()];
  if (!from || !to) throw new Error('The grips are not shown.');
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(to.x + 8, to.y + 20, { steps: 8 });
  await page.mouse.up();
  await expectSoon(() => texts(page)).toEqual(['一', '二', '三']);
});

test('[R26] options are added up to twenty and taken away down to two', async ({ page }) => {
  await begin(page, ['一', '二']);
  const add = page.locator('.poll-builder .add');
  for (let count = 2; count < 20; count++) await add.click();
  expect(await inputs(page).count()).toBe(20);
  expect(await add.textContent()).toBe('最多 20 个选项');
  await add.click({ force: true });
  expect(await inputs(page).count()).toBe(20);
  for (let count = 20; count > 2; count--)
    await page.getByRole('button', { name: `删除选项 ${count}` }).click();
  expect(await page.getByRole('button', { name: '删除选项 1' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: '不要投票了' }).click();
  await page.getByRole('button', { name: '添加投票' }).waitFor();
});

test('[R16, R26] what is wrong with a poll stands below its options', async ({ page }) => {
  await begin(page, ['一', '']);
  await submitButton(page).click();
  expect(await problem(page).textContent()).toBe('至少写两个选项');
  await inputs(page).nth(1).fill('一');
  expect(await problem(page).textContent()).toBe('选项 2 和前面的重复了');
  expect(await inputs(page).nth(1).getAttribute('aria-describedby')).toBe('poll-builder-problem');
  await inputs(page).nth(1).fill('长'.repeat(81));
  expect(await problem(page).textContent()).toBe('选项 2 超过了 80 个字');
  await inputs(page).nth(1).fill('二');
  await page.getByLabel('持续天数').fill('400');
  expect(await problem(page).textContent()).toBe('持续天数要在 1 到 365 之间');
  await page.getByLabel('持续天数').fill('7');
  expect(await problem(page).count()).toBe(0);
});
