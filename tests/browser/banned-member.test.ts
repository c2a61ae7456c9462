import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect } from 'vitest';
import { accessibilityProblems, expectSoon, login, PHONES, test } from '../support/browser.ts';
import { PEOPLE } from '../support/people.ts';
import { findOpenThread } from '../support/reply-composer.ts';
import { startSite } from '../support/test-site.ts';

/* The notice that a banned member, who may read, sees instead of each form. */

const site = await startSite();
const ME = PEOPLE.fourthMember;
const thread = await findOpenThread(site);

beforeAll(async () => {
  await site.db.execute(
    sql`
      update "user"
      set banned_from = now() - interval '1 minute', banned_until = '2031-05-06 08:00+08'
      where id = ${ME}`,
  );
  await site.db.execute(
    sql`
      insert into ban (user_id, moderator_id, reason, begin_at, end_at)
      values (
        ${ME},
        ${PEOPLE.administrator},
        '反复发广告',
        now() - interval '1 minute',
        '2031-05-06 08:00+08'
      )`,
  );
});
afterAll(async () => {
  await site.db.execute(sql`delete from ban where user_id = ${ME}`);
  await site.db.execute(
    sql`update "user" set banned_from = null, banned_until = null where id = ${ME}`,
  );
});

test.for([
  ['zh', '', {}, '你的账号已被封禁', '反复发广告', /2031/],
  ['en', '/phone', PHONES[0], 'Your account is banned', '反复发广告', /2031/],
] as const)(
  '[R29] a banned member reads until when and why, in %s%s, where they would write a reply, a comment, a thread or a message; live updates go on',
  async ([lang, area, look, title, reason, date], { open }) => {
    const page = await open({ ...look, language: lang });
    await login(page, site, ME);
    const events = page.waitForResponse((response) => response.url().includes('/user/events'));
    const root = `${site.url}${area}/${lang}`;
    const notice = page.locator('.ban-notice');
    await page.goto(`${root}/post/${thread.id}`);
    await page.locator('#compose .ban-notice').waitFor();
    expect((await events).status()).toBe(200);
    await expectSoon(() => notice.first().textContent()).toMatch(date);
    await expectSoon(() => notice.first().textContent()).toContain(title);
    await expectSoon(() => notice.first().textContent()).toContain(reason);
    await expectSoon(() => page.locator('#compose [data-act="compose"]').count()).toBe(0);
    await page.locator('#replies [data-act="comment"]').first().click();
    await page.locator('#replies .ban-notice').waitFor();
    await expectSoon(() => page.locator('.comment-form').count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);

    for (const path of ['new', `me/letters?with=${PEOPLE.member}`]) {
      await page.goto(`${root}/${path}`);
      await expectSoon(() => notice.textContent(), path).toMatch(date);
      await expectSoon(
        () => page.locator('main textarea, main [role="textbox"]').count(),
        path,
      ).toBe(0);
    }
  },
);
