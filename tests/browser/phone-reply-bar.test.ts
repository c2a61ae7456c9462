import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect } from 'vitest';
import { accessibilityProblems, expectSoon, login, PHONES, test } from '../support/browser.ts';
import { type FoundThread, findThread } from '../support/find-thread.ts';
import {
  openOnPhone,
  openReplySheet,
  replyField,
  replySheet,
} from '../support/phone-reply-sheet.ts';
import { MEMBER } from '../support/reply-composer.ts';
import { startSite } from '../support/test-site.ts';

/* The buttons next to the composer on phones. */

const site = await startSite();
const [small] = PHONES;
let long: FoundThread;
beforeAll(async () => {
  long = await findThread(site.db, sql`not t.closed and t.last_floor > 45`);
});
beforeEach(async () => {
  for (const table of ['draft', 'thread_like', 'thread_favourite'])
    await site.db.execute(sql.raw(`delete from ${table}`));
});

test('[R25, R39] a member likes a thread and bookmarks it from a later page', async ({ open }) => {
  const page = await open(small);
  await login(page, site, MEMBER);
  await page.goto(`${site.url}/phone/zh/post/${long.id}/2`);
  for (const act of ['like', 'favourite'] as const) {
    const button = page.locator(`.replybar [data-act="${act}"]`);
    await button.tap();
    await expectSoon(() => button.getAttribute('aria-pressed')).toBe('true');
    await expectSoon(() =>
      site.db
        .execute(sql.raw(`select user_id from thread_${act} where thread_id = ${long.id}`))
        .then(({ rows }) => rows),
    ).toEqual([{ user_id: MEMBER }]);
  }
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('[R42] a long draft leaves the thread’s buttons on the screen', async ({ open }) => {
  const page = await openOnPhone(site, open, { ...small, language: 'en' }, long.id);
  await openReplySheet(page);
  await replyField(page).fill('很长的草稿'.repeat(20));
  await replySheet(page).locator('.away').tap();
  await page.locator('.replybar .start', { hasText: '很长的草稿' }).waitFor();
  const right = await page
    .locator('.replybar [data-act="favourite"]')
    .evaluate((button) => button.getBoundingClientRect().right);
  expect(right).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
});
