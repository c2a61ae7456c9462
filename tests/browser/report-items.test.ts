import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { expectSoon, login, PHONES, test } from '../support/browser.ts';
import { MEMBER, MODERATOR, OTHER } from '../support/moderation-api.ts';
import {
  chooseInModerateMenu,
  dialog,
  moderationWorld,
  openAs,
  toast,
  uniqueWord,
  waitUntilPublished,
} from '../support/moderation-pages.ts';

/* Reports of other items than posts, and a thread's dialogs and buttons by role. */

const { site, member, other } = await moderationWorld();

const reports = async () =>
  (await site.db.execute(sql`select comment_id, letter_id, kind from report order by id`)).rows;

test('[R28, R30] a member reports a comment under a reply, and on a phone a received private message', async ({
  page,
  open,
}) => {
  await site.db.execute(sql`delete from report`);
  const thread = await member.thread(uniqueWord());
  const reply = await member.reply(thread, '有评论的回复');
  const comment = await other.comment(reply, '不该说的评论');
  await waitUntilPublished(site, `/zh/post/${thread}`, '不该说的评论');
  await openAs(page, site, MEMBER, `/zh/post/${thread}`);
  await page.locator(`#p${reply} .comments [data-act="report"]`).click();
  await page.getByRole('menuitem', { name: '举报' }).click();
  const comments = page.getByRole('dialog', { name: '举报这条评论' });
  await comments.getByRole('radio', { name: '人身攻击' }).check();
  await comments.getByRole('button', { name: '提交举报' }).click();
  await toast(page).getByText('已提交，版主会尽快处理').waitFor();
  expect(await reports()).toEqual([{ comment_id: comment, letter_id: null, kind: 'abuse' }]);

  const { rows } = await site.db.execute<{ id: number }>(sql`
    insert into letter (sender_id, receiver_id, html, source, policy)
    values (${OTHER}, ${MEMBER}, '<p>Add me</p>', 'Add me', 1)
    returning id`);
  const phone = await open({ ...PHONES[0], language: 'en' });
  await login(phone, site, MEMBER);
  await phone.goto(`${site.url}/phone/en/me/letters?with=${OTHER}`);
  await phone.locator('.letter [data-act="report"]').last().click();
  await phone.getByRole('menuitem', { name: 'Report' }).click();
  const letters = phone.getByRole('dialog', { name: 'Report this message' });
  await letters.getByText('Only administrators see this message').waitFor();
  await letters.getByRole('radio', { name: 'Fraud' }).check();
  await letters.getByRole('button', { name: 'Send report' }).click();
  await phone.getByText('Administrators will review it').waitFor();
  expect((await reports())[1]).toEqual({ comment_id: null, letter_id: rows[0]?.id, kind: 'fraud' });
});

test('[R42, R23, R30] moderators’ dialogs focus their first choice, or the reason if there is no other field; one’s own thread offers no private message', async ({
  page,
  open,
}) => {
  const thread = await member.thread(uniqueWord());
  await waitUntilPublished(site, `/zh/post/${thread}`);
  await openAs(page, site, MODERATOR, `/zh/post/${thread}`);
  const focused = () => page.evaluate(() => document.activeElement?.tagName ?? '');
  for (const [item, tag] of [
    ['移动', 'SELECT'],
    ['锁定', 'SELECT'],
    ['版块置顶', 'TEXTAREA'],
  ] as const) {
    await chooseInModerateMenu(page, '.post > .acts', item);
    await dialog(page).waitFor();
    await expectSoon(focused).toBe(tag);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
  }
  await expectSoon(() => page.locator('.who .ways a').first().textContent()).toContain('发私信');
  const own = await open();
  await openAs(own, site, MEMBER, `/zh/post/${thread}`);
  await own.locator('.who a[href$="/me/settings"]').waitFor();
  await expectSoon(() => own.locator('.who a[href*="/me/letters"]').count()).toBe(0);
});
