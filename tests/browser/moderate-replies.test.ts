import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { accessibilityProblems, expectSoon, test } from '../support/browser.ts';
import { findThread } from '../support/find-thread.ts';
import { MODERATOR, OTHER } from '../support/moderation-api.ts';
import {
  chooseInModerateMenu,
  dialog,
  moderationWorld,
  openAs,
  readActionLog,
  readNotifications,
  replyArticle,
  toast,
  uniqueWord,
  waitUntilPublished,
} from '../support/moderation-pages.ts';
import { pageText } from '../support/test-site.ts';

/* Moderators' actions on replies and comments, and their undo (R20, R24, R29). */

const { site, member, other, moderator } = await moderationWorld();

test('[R20, R23, R24, R29] the author of a comment is warned; a reply is edited; another is deleted: each with its reason and undone from its notice, authors are notified, readers see it at once; what is deleted is marked for moderators, and restored also where replies are found newest first', async ({
  page,
}) => {
  const thread = await member.thread(uniqueWord());
  const word = uniqueWord();
  const [reply, edited, commented] = [
    await other.reply(thread, word),
    await other.reply(thread, '原来的话'),
    await member.reply(thread, '有评论的回复'),
  ];
  const comment = await other.comment(commented, '不该说的评论');
  await waitUntilPublished(site, `/zh/post/${thread}`, reply, edited, commented, '不该说的评论');
  await openAs(page, site, MODERATOR, `/zh/post/${thread}`);
  await chooseInModerateMenu(page, `#p${commented} .comments`, '警告作者');
  await dialog(page).getByRole('button', { name: '人身攻击' }).click();
  await dialog(page).getByRole('button', { name: '警告作者' }).click();
  await toast(page).getByText('有效警告共').waitFor();
  expect(
    (
      await site.db.execute(
        sql`select user_id, post_id, note from warning order by id desc limit 1`,
      )
    ).rows,
  ).toEqual([
    { user_id: OTHER, post_id: commented, note: '请对事不对人，不要辱骂或攻击其他成员。' },
  ]);
  expect(
    (
      await site.db.execute(
        sql`
          select comment_id
          from notification
          where user_id = ${OTHER} and act = 'user.warn'
          order by id desc
          limit 1`,
      )
    ).rows,
  ).toEqual([{ comment_id: comment }]);
  await toast(page).getByRole('button', { name: '撤销' }).click();
  await expectSoon(
    async () =>
      (
        await site.db.execute(
          sql`select withdrawn_at is not null as withdrawn from warning order by id desc limit 1`,
        )
      ).rows,
  ).toEqual([{ withdrawn: true }]);

  await chooseInModerateMenu(page, `#p${edited}`, '编辑');
  const form = page.getByRole('form', { name: '编辑回复' });
  const box = form.getByRole('textbox', { name: '编辑回复' });
  await box.waitFor();
  await form.getByRole('button', { name: '泄露个人信息' }).click();
  await box.fill('电话号码已经去掉');
  expect(await accessibilityProblems(page)).toEqual([]);
  await form.getByRole('button', { name: '保存' }).click();
  await form.waitFor({ state: 'detached' });
  await replyArticle(page, edited)
    .locator('.prose:visible')
    .getByText('电话号码已经去掉')
    .waitFor();
  expect(await readActionLog(site, 'post.edit')).toEqual([
    { actor: MODERATOR, reason: '请不要公布自己或他人的个人信息。' },
  ]);
  expect(await readNotifications(site, OTHER, 'post.edit')).toEqual([
    { note: '请不要公布自己或他人的个人信息。' },
  ]);
  await toast(page).getByRole('button', { name: '撤销' }).click();
  await replyArticle(page, edited).locator('.prose:visible').getByText('原来的话').waitFor();

  await chooseInModerateMenu(page, `#p${reply}`, '删除');
  await dialog(page).getByRole('button', { name: '广告或灌水' }).click();
  await expectSoon(() => dialog(page).getByRole('checkbox', { name: '通知作者' }).isChecked()).toBe(
    true,
  );
  expect(await accessibilityProblems(page)).toEqual([]);
  // the page gets an event before the call is answered; the file is deleted by the answer
  await Promise.all([
    page.waitForResponse(/moderation\/actions/),
    dialog(page).getByRole('button', { name: '删除' }).click(),
  ]);
  await replyArticle(page, reply).getByText('已删除').waitFor();
  await expectSoon(() =>
    replyArticle(page, reply).locator('.withheld-note').textContent(),
  ).toContain('请不要发布广告、推广或无意义的内容。');
  expect(await readActionLog(site, 'post.delete')).toEqual([
    { actor: MODERATOR, reason: '请不要发布广告、推广或无意义的内容。' },
  ]);
  expect(await readNotifications(site, OTHER, 'post.delete')).toEqual([
    { note: '请不要发布广告、推广或无意义的内容。' },
  ]);
  expect(await pageText(site, `/zh/post/${thread}`)).not.toContain(word);

  await page.reload();
  await replyArticle(page, reply).locator('.withheld-text').getByText(word).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await replyArticle(page, reply).getByRole('button', { name: '恢复' }).click();
  await dialog(page).getByRole('button', { name: '恢复' }).click();
  await replyArticle(page, reply).locator('.prose').getByText(word).waitFor();
  await toast(page).getByText('已恢复 1 项').waitFor();
  // this page may show the deletion too, before it reloads
  await Promise.all([
    page.waitForEvent('framenavigated'),
    toast(page).getByRole('button', { name: '撤销' }).click(),
  ]);
  await replyArticle(page, reply).locator('.withheld-note').waitFor();
  expect((await site.db.execute(sql`select state from post where id = ${reply}`)).rows).toEqual([
    { state: 'deleted' },
  ]);

  await page.getByRole('button', { name: '最新在前' }).click();
  const found = page.locator(`#found-${reply}`);
  await found.locator('.withheld-text').getByText(word).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await found.getByRole('button', { name: '恢复' }).click();
  await dialog(page).getByRole('button', { name: '恢复' }).click();
  await found.locator('.withheld-note').waitFor({ state: 'detached' });
  await found.locator('.prose').getByText(word).waitFor();
});

test('[R24] a comment is hidden in place and restored by the notice, in English', async ({
  open,
}) => {
  const page = await open({ language: 'en', colorScheme: 'dark' });
  const thread = await member.thread(uniqueWord());
  const reply = await other.reply(thread, '有评论的回复');
  const comment = await member.comment(reply, '会被屏蔽的评论');
  await waitUntilPublished(site, `/en/post/${thread}`, reply, '会被屏蔽的评论');
  await openAs(page, site, MODERATOR, `/en/post/${thread}`);
  await chooseInModerateMenu(page, `#p${reply} .comments`, 'Hide');
  await dialog(page).getByRole('textbox').fill('Not about this');
  await dialog(page).getByRole('button', { name: 'Hide' }).click();
  const item = page.locator(`.comments > li[data-id="${comment}"]`);
  await item.getByText('Not about this').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await toast(page).getByText('Undone').waitFor();
  await expectSoon(() => item.locator('.withheld-note').count()).toBe(0);
  expect(
    (await site.db.execute(sql`select state from comment where id = ${comment}`)).rows,
  ).toEqual([{ state: 'normal' }]);
});

test('[R24, R20] replies are chosen in the newest-first order and of the author alone, on any page; actions are marked there and undone', async ({
  page,
}) => {
  const thread = await member.thread(uniqueWord());
  const ids: number[] = [];
  for (let floor = 1; floor <= 22; floor++)
    ids.push(
      await (floor === 2 || floor === 22 ? member : other).reply(thread, `${uniqueWord()}楼`),
    );
  const [second, last] = [ids[1] as number, ids[21] as number];
  await waitUntilPublished(site, `/zh/post/${thread}`, second);
  await openAs(page, site, MODERATOR, `/zh/post/${thread}`);
  await chooseInModerateMenu(page, '.post', '批量选择回复');
  await page.getByRole('checkbox', { name: '选择 2 楼' }).waitFor();
  await page.getByRole('button', { name: '最新在前' }).click();
  await page.getByRole('checkbox', { name: '选择 22 楼' }).check();
  await page.getByRole('checkbox', { name: '选择 20 楼' }).click({ modifiers: ['Shift'] });
  await page.getByText('已选 3 项').waitFor();
  await expectSoon(() => page.getByRole('checkbox', { name: '选择 2 楼' }).count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  const bar = page.getByRole('region', { name: '批量操作' });
  await bar.getByRole('button', { name: '删除' }).click();
  await dialog(page).getByRole('button', { name: '删除' }).click();
  const found = (id: number) => page.locator(`#found-${id}`);
  await found(last).locator('.withheld-note').getByText('已删除').waitFor();
  await expectSoon(() => found(last).locator('.withheld-text').count()).toBe(0); // its text is there already
  await toast(page).getByRole('button', { name: '撤销' }).click();
  await expectSoon(() => page.locator('.found .withheld-note').count()).toBe(0);

  await page.getByRole('button', { name: '只看楼主' }).click();
  await chooseInModerateMenu(page, '.post', '批量选择回复');
  await page.getByRole('checkbox', { name: '选择 2 楼' }).waitFor();
  await page.getByRole('checkbox', { name: '全选本页' }).check();
  await page.getByText('已选 2 项').waitFor();
  await bar.getByRole('button', { name: '设为精选回复' }).click();
  await dialog(page).getByRole('button', { name: '设为精选回复' }).click();
  await found(second).getByText('精选回复').waitFor();
  expect(
    (
      await site.db.execute(
        sql`select id from post where thread_id = ${thread} and featured order by id`,
      )
    ).rows,
  ).toEqual([{ id: second }, { id: last }]);
  await chooseInModerateMenu(page, `#found-${last}`, '取消精选');
  await dialog(page).getByRole('button', { name: '取消精选' }).click();
  await expectSoon(() => found(last).getByText('精选回复').count()).toBe(0);
  await page.getByRole('button', { name: '最新在前' }).click();
  await found(second).waitFor();
  // The published page has the restored reply in its old order.
  await waitUntilPublished(site, `/zh/post/${thread}`, 'reply featured');
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('button', { name: '只看楼主' }).click(),
  ]);
  await page.locator(`.reply.featured[data-id="${second}"]`).waitFor();
});

test('[R24] withheld replies are marked in an order that was chosen before the moderators’ scripts had loaded', async ({
  page,
}) => {
  const { id: thread } = await findThread(
    site.db,
    sql`t.forum_id = 1 and not t.closed and t.last_floor > 25`,
  );
  const word = uniqueWord();
  const reply = await other.reply(thread, word);
  await moderator.call('POST', '/api/v2/moderation/actions', {
    action: 'hide',
    kind: 'reply',
    ids: [reply],
    note: '先看看',
  });
  const found = page.locator(`#found-${reply}`);
  await page.route(
    '**/api/v2/moderation/thread*',
    async (route) => {
      await found.waitFor();
      await route.continue();
    },
    { times: 1 },
  );
  await openAs(page, site, MODERATOR, `/zh/post/${thread}`);
  await page.getByRole('button', { name: '最新在前' }).click();
  await found.locator('.withheld-text').getByText(word).waitFor();
});
