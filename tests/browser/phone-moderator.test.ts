import type { Locator } from 'playwright';
import { beforeAll, expect } from 'vitest';
import { accessibilityProblems, login, PHONES, test } from '../support/browser.ts';
import { appointModerators, MEMBER, MODERATOR } from '../support/moderation-api.ts';
import {
  chooseInModerateMenu,
  createWriter,
  dialog,
  replyArticle,
  uniqueWord,
  waitUntilPublished,
} from '../support/moderation-pages.ts';
import { startSite } from '../support/test-site.ts';
import { findSmallTargets } from '../support/touch-targets.ts';

/* A thread on phones, whose pages join as it is read, as its moderators see it. */

const site = await startSite();
beforeAll(() => appointModerators(site.db));

test('[R4, R20] on pages that join the thread a moderator sees what others don’t, and takes away more of it', async ({
  open,
}) => {
  const [member, moderator] = [
    await createWriter(site, MEMBER),
    await createWriter(site, MODERATOR),
  ];
  const id = await member.thread(uniqueWord());
  const replies: number[] = [];
  for (let floor = 1; floor <= 24; floor++) replies.push(await member.reply(id, `第 ${floor} 层`));
  const [deleted, hidden, commented, later] = [
    replies[20] as number,
    replies[21] as number,
    replies[22] as number,
    replies[23] as number,
  ];
  const word = uniqueWord();
  const comment = await member.comment(commented, word);
  await moderator.call('POST', '/api/v2/moderation/posts/delete', { ids: [deleted], note: '广告' });
  await moderator.call('POST', '/api/v2/moderation/posts/hide', { ids: [hidden], note: '待查' });
  await moderator.call('POST', '/api/v2/moderation/comments/hide', {
    ids: [comment],
    note: '无关',
  });
  await waitUntilPublished(site, `/phone/zh/post/${id}/2`, later);
  const page = await open(PHONES[0]);
  await login(page, site, MODERATOR);
  await page.goto(`${site.url}/phone/zh/post/${id}`);
  await replyArticle(page, replies[0] as number)
    .locator('[data-act="moderate"]')
    .waitFor();
  await page.locator('.turn').scrollIntoViewIfNeeded();
  await replyArticle(page, deleted).getByText('第 21 层').waitFor();
  expect(await replyArticle(page, deleted).locator('.withheld-note').textContent()).toContain(
    '广告',
  );
  expect(await replyArticle(page, hidden).locator('.withheld-text').textContent()).toContain(
    '第 22 层',
  );
  expect(await replyArticle(page, commented).locator('.withheld-note').textContent()).toContain(
    '无关',
  );
  expect(await findSmallTargets(page, '.withheld-note')).toEqual([]);
  expect(await accessibilityProblems(page)).toEqual([]);
  await chooseInModerateMenu(page, `#p${later}`, '屏蔽');
  await dialog(page).getByRole('button', { name: '屏蔽' }).tap();
  await replyArticle(page, later).locator('.withheld-note').waitFor();
  expect(await replyArticle(page, deleted).locator('.withheld-note').count()).toBe(1);
  await chooseInModerateMenu(page, '.post', '批量选择回复');
  await page.getByRole('checkbox', { name: '选择 23 楼' }).tap();
  await page.getByText('已选 1 项').waitFor();
});

test('[R20, R42] what a moderator does with a reply stands in one line on the smallest phone in English, and so does the head of the bar of several chosen', async ({
  open,
}) => {
  const member = await createWriter(site, MEMBER);
  const id = await member.thread(uniqueWord());
  const reply = await member.reply(id, '一条回复');
  await waitUntilPublished(site, `/phone/en/post/${id}`, reply);
  const page = await open({ ...PHONES[0], language: 'en' });
  await login(page, site, MODERATOR);
  await page.goto(`${site.url}/phone/en/post/${id}`);
  const acts = replyArticle(page, reply).locator('.acts');
  await acts.locator('[data-act="moderate"]').waitFor();
  const lines = (within: Locator, of: string) =>
    within
      .locator(of)
      .evaluateAll(
        (all) =>
          new Set(
            all.map((one) =>
              Math.round(one.getBoundingClientRect().top + one.getBoundingClientRect().height / 2),
            ),
          ).size,
      );
  expect(await lines(acts, 'button')).toBe(1);
  expect(await findSmallTargets(page, '.acts')).toEqual([]);
  await chooseInModerateMenu(page, '.post', 'Select replies');
  const bar = page.getByRole('region', { name: 'Acting on several' });
  await bar.waitFor();
  expect(await lines(bar, ':scope > :not(.acts-at-once)')).toBe(1);
});
