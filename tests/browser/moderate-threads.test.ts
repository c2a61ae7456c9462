import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { accessibilityProblems, expectSoon, test } from '../support/browser.ts';
import { MEMBER, MODERATOR, OTHER } from '../support/moderation-api.ts';
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
import { messageTextbox } from '../support/thread-form-page.ts';

/* Moderators' actions on a whole thread, and their undo (R20, R23, R24). */

const { site, member, other, moderator } = await moderationWorld();

test('[R20, R23] a moderator has a menu on the thread, each reply and each comment of their forum; it has the resolve action, or, for the thread’s author, the post’s menu has it; elsewhere, and for members, there is no menu', async ({
  page,
  complaints,
}) => {
  const thread = await moderator.thread(uniqueWord());
  const reply = await other.reply(thread, '第一条回复');
  await member.comment(reply, '一条评论');
  await waitUntilPublished(site, `/zh/post/${thread}`, reply, '一条评论');
  await openAs(page, site, MODERATOR, `/zh/post/${thread}`);
  await page.locator('.post [data-act="moderate"]').waitFor();
  await expectSoon(() => page.getByRole('button', { name: '管理这个主题' }).count()).toBe(1);
  await expectSoon(() => page.getByRole('button', { name: '管理这条回复' }).count()).toBe(1);
  await expectSoon(() => page.getByRole('button', { name: '管理这条评论' }).count()).toBe(1);
  await page.locator('.post [data-act="moderate"]').click();
  await page.getByRole('menuitem', { name: '删除' }).waitFor();
  await page.getByRole('menuitem', { name: '锁定' }).waitFor();
  await expectSoon(() => page.getByRole('menuitem', { name: /已解决/ }).count()).toBe(0);
  // for global moderators
  await expectSoon(() => page.getByRole('menuitem', { name: '全站置顶' }).count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.locator('.post > .acts [data-act="more"]').click();
  await page.getByRole('menuitem', { name: '标为已解决' }).waitFor();

  const elsewhere = await member.thread(uniqueWord(), 2);
  await Promise.all([
    page.waitForResponse((reply) => reply.url().includes('/v2/moderation/thread')),
    page.goto(`${site.url}/zh/post/${elsewhere}`),
  ]);
  await page.locator('.post [data-act="more"]').waitFor();
  await expectSoon(() => page.locator('[data-act="moderate"]').count()).toBe(0);

  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await openAs(page, site, OTHER, `/zh/post/${thread}`);
  await replyArticle(page, reply).locator('[data-act="more"]').waitFor();
  await expectSoon(() => page.locator('[data-act="moderate"]').count()).toBe(0);
  expect(asked.filter((url) => /moderation/i.test(url))).toEqual([]);
  expect(complaints).toEqual([]);
});

test('[R20, R23] a thread is resolved, closed, pinned and added to the digest, each with its reason; the page says so, and undo opens it again', async ({
  page,
}) => {
  const thread = await member.thread(uniqueWord());
  await openAs(page, site, MODERATOR, `/zh/post/${thread}`);
  await chooseInModerateMenu(page, '.post', '标为已解决');
  await dialog(page).getByRole('textbox').fill('三楼说得对');
  await dialog(page).getByRole('checkbox', { name: '通知作者' }).check();
  await Promise.all([
    page.waitForEvent('load'),
    dialog(page).getByRole('button', { name: '标为已解决' }).click(),
  ]);
  await page.locator('.facts .resolved').waitFor();
  expect(await readNotifications(site, MEMBER, 'thread.resolve')).toEqual([{ note: '三楼说得对' }]);

  for (const [item, done, action, isOnPage] of [
    ['版块置顶', '已在版块置顶', 'thread.pin', false],
    ['版块加精', '已在版块加精', 'thread.digest.forum', true],
    // the page already shows the star
    ['全站加精', '已全站加精', 'thread.digest', false],
    ['锁定', '已锁定', 'thread.close', true],
  ] as const) {
    await chooseInModerateMenu(page, '.post', item);
    await dialog(page).getByRole('textbox').fill(`因为${item}`);
    await Promise.all([
      isOnPage && page.waitForEvent('load'),
      dialog(page).getByRole('button', { name: item, exact: true }).click(),
    ]);
    await toast(page).getByText(`${done} 1 个主题`).waitFor();
    expect(await readActionLog(site, action)).toEqual([
      { actor: MODERATOR, reason: `因为${item}` },
    ]);
  }
  await page.getByText('这个主题已锁定，不能再回复。').waitFor();
  await Promise.all([
    page.waitForEvent('load'),
    toast(page).getByRole('button', { name: '撤销' }).click(),
  ]);
  await page.locator('[data-act="compose"]').waitFor();
  expect(
    (
      await site.db.execute(
        sql`
          select closed, top_forum > 0 as pinned, digest, digest_forum
          from thread
          where id = ${thread}`,
      )
    ).rows,
  ).toEqual([{ closed: false, pinned: true, digest: true, digest_forum: true }]);
  await page.locator('.post [data-act="moderate"]').click();
  await page.getByRole('menuitem', { name: '取消版块精华' }).waitFor();
  await page.getByRole('menuitem', { name: '取消全站精华' }).waitFor();
});

test('[R23, R20] a deleted thread is the page of 406 for others; its moderator reads it there, with the reason, and restores it; then it is merged into one that is found by its address, and the merge is undone from the notice', async ({
  page,
  open,
}) => {
  const word = uniqueWord();
  const thread = await member.thread(word);
  await openAs(page, site, MODERATOR, `/zh/post/${thread}`);
  await chooseInModerateMenu(page, '.post', '删除');
  await dialog(page).getByRole('button', { name: '重复内容' }).click();
  await dialog(page).getByRole('button', { name: '删除' }).click();
  const gone = page.locator('.withheld-thread');
  await gone.getByRole('heading', { name: `${word}主题` }).waitFor();
  await expectSoon(() => gone.textContent()).toContain('同样的内容已经发布过');
  await gone.getByText(`${word}正文`).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const reader = await open();
  await openAs(reader, site, OTHER, `/zh/post/${thread}`);
  await reader.locator('.problem').waitFor();
  expect(await reader.content()).not.toContain(word);
  await gone.getByRole('button', { name: '恢复' }).click();
  await Promise.all([
    page.waitForEvent('load'),
    dialog(page).getByRole('button', { name: '恢复' }).click(),
  ]);
  await page.locator('.post .prose').getByText(`${word}正文`).waitFor();

  const into = await member.thread(uniqueWord());
  await chooseInModerateMenu(page, '.post', '合并到其他主题');
  await dialog(page).getByRole('button', { name: '合并到其他主题' }).click();
  await dialog(page).getByText('请选择一个主题').waitFor();
  await dialog(page).getByRole('searchbox').fill(`${site.url}/en/post/${into}?offset=0`);
  await dialog(page).getByRole('radio').check();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: '合并到其他主题' }).click();
  await page.waitForURL(`${site.url}/zh/post/${into}`);
  await page.locator('.reply .prose').getByText(`${word}正文`).waitFor();
  await toast(page).getByRole('button', { name: '撤销' }).click();
  await expectSoon(() => page.locator('.reply .prose').count()).toBe(0);
  expect(
    (await site.db.execute(sql`select state, merged_into from thread where id = ${thread}`)).rows,
  ).toEqual([{ state: 'normal', merged_into: null }]);
});

test('[R23, R24] replies are chosen by keyboard and split into a thread of another forum; their author is notified', async ({
  page,
}) => {
  const thread = await member.thread(uniqueWord());
  const ids = [
    await other.reply(thread, '岔开的一'),
    await member.reply(thread, '留下的'),
    await other.reply(thread, '岔开的二'),
  ];
  await waitUntilPublished(site, `/zh/post/${thread}`, ...ids);
  await openAs(page, site, MODERATOR, `/zh/post/${thread}`);
  await chooseInModerateMenu(page, '.post', '批量选择回复');
  await page.getByRole('checkbox', { name: '选择 1 楼' }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('checkbox', { name: '选择 3 楼' }).press('Space');
  await page.getByText('已选 2 项').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page
    .getByRole('region', { name: '批量操作' })
    .getByRole('button', { name: '拆分为新主题' })
    .click();
  await dialog(page).getByRole('button', { name: '拆分为新主题' }).click();
  await dialog(page).getByText(/至少/).waitFor();
  await dialog(page).getByRole('textbox', { name: /标题/ }).fill('从别处分出来的话');
  await dialog(page).getByRole('button', { name: '拆分为新主题' }).click();
  await page.getByRole('heading', { name: '从别处分出来的话', level: 1 }).waitFor();
  await expectSoon(() => page.locator('.post .prose').textContent()).toContain('岔开的一');
  await expectSoon(() => page.locator('#replies .prose').allTextContents()).toEqual([
    expect.stringContaining('岔开的二'),
  ]);
  expect(await readNotifications(site, OTHER, 'thread.split')).toHaveLength(1);
  expect(
    (
      await site.db.execute(
        sql`
          select count(*)::int as left
          from post
          where thread_id = ${thread} and id = any(${sql.param(ids)}::int[])`,
      )
    ).rows,
  ).toEqual([{ left: 1 }]);
});

test('[R23, R24] a moderator edits another member’s thread with a reason, sees a notice on its page, and undoes the edit', async ({
  page,
}) => {
  const word = uniqueWord();
  const thread = await member.thread(word);
  await waitUntilPublished(site, `/zh/post/${thread}`, `${word}正文`);
  await openAs(page, site, MODERATOR, `/zh/post/${thread}`);
  await chooseInModerateMenu(page, '.post', '编辑');
  await page.waitForURL(/\/zh\/edit/);
  const box = messageTextbox(page);
  await box.waitFor();
  await page.getByRole('button', { name: '发错版块' }).click();
  await page.getByRole('textbox', { name: /标题/ }).fill(`${word}改题`);
  await page.getByRole('button', { name: '保存修改' }).click();
  await page.getByRole('heading', { name: `${word}改题`, level: 1 }).waitFor();
  expect(await readActionLog(site, 'thread.edit')).toEqual([
    { actor: MODERATOR, reason: '内容更适合其他版块，请发布到对应的版块。' },
  ]);
  expect(await readNotifications(site, MEMBER, 'thread.edit')).toEqual([
    { note: '内容更适合其他版块，请发布到对应的版块。' },
  ]);
  await toast(page).getByText('已修改').waitFor();
  await Promise.all([
    page.waitForEvent('load'),
    toast(page).getByRole('button', { name: '撤销' }).click(),
  ]);
  await page.getByRole('heading', { name: `${word}主题`, level: 1 }).waitFor();
});
