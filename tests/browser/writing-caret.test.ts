import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { beforeAll, beforeEach } from 'vitest';
import { loginAsAdmin } from '../support/admin-session.ts';
import { login, test } from '../support/browser.ts';
import { type MadeThread, thread } from '../support/factories.ts';
import { PEOPLE } from '../support/people.ts';
import { chooseInPostMenu } from '../support/post-menu.ts';
import { replyTextbox } from '../support/reply-composer.ts';
import { startSite } from '../support/test-site.ts';
import { chooseTheme, messageTextbox } from '../support/thread-form-page.ts';
import { writeLines } from '../support/written-lines.ts';

/* The caret's line stays visible in every desktop editor, however long the text. */

const site = await startSite();
const { member: ME, otherMember: OTHER } = PEOPLE;
let made: MadeThread;
beforeAll(async () => {
  made = await thread(site.db, { replies: 3, replier: ME });
});
beforeEach(async () => void (await site.db.execute(sql`delete from draft`)));

async function openThread(page: Page): Promise<void> {
  await login(page, site, ME);
  await page.goto(`${site.url}/zh/post/${made.id}`);
  await page.locator('.account .me .av').waitFor();
}

test('[R23] sixty lines of a new thread and of one that is edited are seen while they are written', async ({
  page,
}) => {
  await login(page, site, ME);
  await page.goto(`${site.url}/zh/new?forum=1`);
  await chooseTheme(page, 1);
  await messageTextbox(page).click();
  await writeLines(page);

  const mine = await thread(site.db, { author: ME, html: '<p>正文</p>'.repeat(30) });
  await page.goto(`${site.url}/zh/edit?id=${mine.id}`);
  await messageTextbox(page).locator('p').nth(29).click();
  await page.keyboard.press('Control+End');
  await writeLines(page);
});

test('[R24] sixty lines of a reply, of one that is edited and of a comment are seen while they are written', async ({
  page,
}) => {
  await openThread(page);
  await page.locator('[data-act="compose"]').click();
  await replyTextbox(page).click();
  await writeLines(page);

  const reply = page.locator(`#p${made.replies[1]}`);
  await reply.locator('[data-act="more"]').click();
  await page.getByRole('menuitem', { name: /编辑/ }).click();
  const box = page.getByRole('textbox', { name: '编辑回复' });
  await box.click();
  await page.keyboard.press('Control+End');
  await writeLines(page);

  await reply.getByRole('button', { name: '取消' }).click();
  await page.locator(`#p${made.replies[0]} [data-act="comment"]`).click();
  await page.getByRole('textbox', { name: '写评论' }).click();
  await writeLines(page);
});

test('[R28, R30] sixty lines of a private message and of a report are visible while they are written', async ({
  page,
}) => {
  await login(page, site, ME);
  await page.goto(`${site.url}/zh/me/letters?with=${OTHER}`);
  await page.getByRole('textbox', { name: /^发给/ }).click();
  await writeLines(page);

  const { id } = await thread(site.db);
  await page.goto(`${site.url}/zh/post/${id}`);
  await chooseInPostMenu(page, '.post', '举报');
  await page.locator('.dialog textarea').click();
  await writeLines(page);
});

test('[R19] sixty lines of texts of the admin area are seen while they are written, in a low window too', async ({
  open,
}) => {
  const page = await open({ height: 620 });
  await loginAsAdmin(page, site);
  await page.goto(`${site.url}/bbs-admin/words`);
  await page.getByRole('textbox', { name: '输入要测试的文字' }).click();
  await writeLines(page);
  await page.getByRole('button', { name: '添加敏感词' }).click();
  await page.getByRole('textbox', { name: '敏感词，每行一个' }).click();
  await writeLines(page);
});
