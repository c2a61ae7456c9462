import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { beforeAll, expect } from 'vitest';
import { loginAsAdmin } from '../support/admin-session.ts';
import { accessibilityProblems, expectSoon, login, test } from '../support/browser.ts';
import { insertReports } from '../support/moderation-queues.ts';
import { PEOPLE } from '../support/people.ts';
import { hiddenButtons } from '../support/shown-buttons.ts';
import { startSite } from '../support/test-site.ts';

/* The layout of a long case: four reporters with long reasons, and two long notes (R28). */

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
];
const REASON =
  'Keeps pasting the same promotion under every thread; the link leads to a shop of keys. ';
const NOTE = '上个月提醒过：不要在求助帖里贴店铺链接，本人答应不再发，过几天又换了账号继续。';

const site = await startSite();
let reportId = 0;
beforeAll(async () => {
  const reporters = [
    PEOPLE.member,
    PEOPLE.otherMember,
    PEOPLE.thirdMember,
    PEOPLE.fourthMember,
  ] as const;
  const { post, report } = await insertReports(site.db, reporters, ['spam', 'abuse']);
  reportId = report;
  await site.db.execute(sql`
    update report
    set message = ${REASON.repeat(3)}
    where post_id = ${post}`);
  await site.db.execute(sql`
    insert into user_note (user_id, writer_id, text)
    select user_id, ${PEOPLE.globalModerator}, ${NOTE.repeat(3)}
    from post, generate_series(1, 2)
    where id = ${post}`);
});

/** Texts of the record that the decisions overlap or a box cuts off, each after scrolling to it. */
const findHiddenTexts = (page: Page): Promise<string[]> =>
  page.locator('.case').evaluate((article) => {
    const decision = article.querySelector('.decide') as Element;
    const texts = [...article.querySelectorAll('.note-text, .reporters p, .facts dd')];
    return texts.flatMap((text) => {
      text.scrollIntoView({ block: 'center' });
      const { left, right, top, bottom } = text.getBoundingClientRect();
      const panel = decision.getBoundingClientRect();
      const isCovered =
        left < panel.right && right > panel.left && top < panel.bottom && bottom > panel.top;
      const boxes: Element[] = [];
      for (let box = text.parentElement; box && box !== document.body; box = box.parentElement)
        if (getComputedStyle(box).overflowY !== 'visible') boxes.push(box);
      const isCut = boxes.some((box) => {
        const around = box.getBoundingClientRect();
        return top < around.top - 1 || bottom > around.bottom + 1;
      });
      const isInWindow = top >= 0 && bottom <= innerHeight;
      return isCovered || isCut || !isInWindow ? [text.textContent ?? ''] : [];
    });
  });

/** The hidden height of the record within its own box, in pixels. */
const hiddenHeight = (page: Page): Promise<number> =>
  page.locator('.case .record').evaluate((record) => record.scrollHeight - record.clientHeight);

async function expectWholeRecord(page: Page): Promise<void> {
  await page.locator('.note-text').nth(1).waitFor();
  await page.locator('.reporters + .link').click();
  await expectSoon(() => page.locator('.reporters li').count()).toBe(4);
  expect(await findHiddenTexts(page)).toEqual([]);
  expect(await hiddenHeight(page)).toBe(0);
  expect(await hiddenButtons(page.locator('.decide'))).toEqual([]);
  expect(await accessibilityProblems(page)).toEqual([]);
}

for (const size of SIZES) {
  const name = `${size.width} × ${size.height}`;

  test(`[R28] the site’s decisions leave every note and reason readable at ${name}`, async ({
    open,
  }) => {
    const page = await open();
    await page.setViewportSize(size);
    await login(page, site, PEOPLE.globalModerator);
    await page.goto(`${site.url}/zh/me/moderation?case=${reportId}`);
    await expectWholeRecord(page);
  });

  test(`[R28] the admin area’s decisions leave every note and reason readable at ${name}`, async ({
    open,
  }) => {
    const page = await open({ language: 'en' });
    await page.setViewportSize(size);
    await loginAsAdmin(page, site);
    await page.goto(`${site.url}/bbs-admin/reports?case=${reportId}`);
    await expectWholeRecord(page);
  });
}
