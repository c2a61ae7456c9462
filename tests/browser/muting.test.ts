import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { beforeEach, expect } from 'vitest';
import type { WatchKind } from '#contracts/watching.ts';
import {
  accessibilityProblems,
  allowConsoleMessages,
  expectSoon,
  login,
  type PageOptions,
  test,
} from '../support/browser.ts';
import { type MadeThread, member, thread } from '../support/factories.ts';
import { readLayoutShifts, watchLayoutShifts } from '../support/layout-shifts.ts';
import { waitForOverlayEntries } from '../support/overlay-entries.ts';
import { startSite } from '../support/test-site.ts';

/* Muted content is hidden from its reader: decisions/reading-and-watching.md. */

const site = await startSite();
const PHONE = { width: 390, height: 844, hasTouch: true, isMobile: true } as const;
const LOOKS: readonly (readonly [root: string, look: PageOptions])[] = [
  ['zh', { language: 'zh', colorScheme: 'light' }],
  ['phone/en', { ...PHONE, language: 'en', colorScheme: 'dark' }],
];
let me: number;
let ignored: number;
/** A thread with a post by an ignored user. */
let made: MadeThread;

beforeEach(async () => {
  me = await member(site.db);
  ignored = await member(site.db);
  made = await thread(site.db, { replies: 2, replier: ignored, quoting: true });
});

const mute = (kind: WatchKind, id: number) =>
  site.db.execute(sql`
    insert into watch (user_id, kind, target_id, level, chosen)
    values (${me}, ${kind}, ${id}, 'muted', true)`);

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(site.url + path);
  await page.locator('.toasts').waitFor({ state: 'attached' });
}

const row = (page: Page, { id }: MadeThread) => page.locator(`.rows [data-thread="${id}"]`);

test.for(LOOKS)(
  '[R30, R25] muted threads and forums, and threads of ignored people, aren’t painted in lists, and nothing moves: %s',
  async ([root, look], { open, complaints }) => {
    allowConsoleMessages(complaints, /ERR_FAILED.*\.js/);
    const page = await open(look);
    const others = await thread(site.db);
    const inForum = await thread(site.db, { forumId: 2 });
    const theirs = await thread(site.db, { author: ignored });
    await mute('thread', made.id);
    await mute('user', ignored);
    const home = `/${root}`;
    await login(page, site, me);
    await visit(page, home);
    await row(page, theirs).waitFor({ state: 'hidden' });

    // the rules apply before the content appears
    await page.route('**/assets/**.js', (request) => request.abort());
    await watchLayoutShifts(page);
    await page.goto(site.url + home);
    await expectSoon(() => row(page, others).isVisible()).toBe(true);
    for (const hidden of [made, theirs]) {
      await expectSoon(() => row(page, hidden).count()).toBe(1);
      await expectSoon(() => row(page, hidden).isVisible()).toBe(false);
    }
    await expectSoon(() => row(page, inForum).isVisible()).toBe(true);
    expect(await readLayoutShifts(page)).toEqual([]);

    await page.unroute('**/assets/**.js');
    await visit(page, `/${root}/user/${ignored}`);
    await expectSoon(() => row(page, theirs).isVisible(), 'on their own page').toBe(true);
    await visit(page, `/${root}/forum/2`);
    await page.locator('[data-act="watch"]').click();
    await page
      .getByRole('menuitemradio', { name: look.language === 'en' ? /^Mute/ : /^免打扰/ })
      .click();
    await waitForOverlayEntries(page);
    await expectSoon(() => page.evaluate(() => localStorage.mutedIds)).toContain('"forums":[2]');
    await expectSoon(() => row(page, inForum).isVisible(), 'on the forum’s page').toBe(true);
    await visit(page, home);
    await expectSoon(() => row(page, inForum).isVisible()).toBe(false);
  },
);

test.for(LOOKS)(
  '[R30] an ignored person’s post in a thread is a line with a button that shows it: %s',
  async ([root, look], { open }) => {
    const page = await open(look);
    const [first, second] = made.replies;
    await mute('user', ignored);
    await login(page, site, me);
    await visit(page, `/${root}/post/${made.id}`);
    await page.locator('.ignored').first().waitFor();
    await watchLayoutShifts(page);
    await visit(page, `/${root}/post/${made.id}`);
    const covered = page.locator(`#p${first}`);
    const button = covered.locator('.ignored');
    await button.waitFor();
    await expectSoon(() => covered.locator('.prose').isVisible()).toBe(false);
    await expectSoon(() => covered.locator('.when').isVisible()).toBe(true);
    expect(await readLayoutShifts(page)).toEqual([]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await button.focus();
    await page.keyboard.press('Enter');
    await expectSoon(() => covered.locator('.prose').isVisible()).toBe(true);
    await expectSoon(() => button.count()).toBe(0);
    await expectSoon(() => page.evaluate(() => document.activeElement?.id)).toBe(`p${first}`);
    const other = page.locator(`#p${second}`);
    await expectSoon(() => other.locator('.prose').isVisible()).toBe(false);
    await other.locator('header .ignored').click();
    const quote = other.locator('.quote');
    await expectSoon(() => quote.locator('a').isVisible()).toBe(false);
    await quote.locator('.ignored').click();
    await expectSoon(() => quote.locator('a').isVisible()).toBe(true);

    const theirs = await thread(site.db, { author: ignored });
    await visit(page, `/${root}/post/${theirs.id}`);
    await expectSoon(() => page.locator('.post > .prose p').isVisible()).toBe(false);
    await page.locator('.post .ignored').click();
    await expectSoon(() => page.locator('.post > .prose p').isVisible()).toBe(true);
  },
);

test.for(LOOKS)(
  '[R30, R31] hits of a search in muted threads and forums, and by ignored people, aren’t painted, and nothing is asked for each: %s',
  async ([root, look], { open }) => {
    const page = await open(look);
    const word = `muffled${me}`;
    const subject = `${word} battery`;
    const shown = await thread(site.db, { subject });
    const muted = await thread(site.db, { subject });
    const inForum = await thread(site.db, { subject, forumId: 2 });
    const theirs = await thread(site.db, { subject, author: ignored });
    await mute('thread', muted.id);
    await mute('forum', 2);
    await mute('user', ignored);
    await login(page, site, me);
    const hit = ({ id }: MadeThread) => page.locator(`.hit[data-thread="${id}"]`);
    await expectSoon(async () => {
      await visit(page, `/${root}/search?q=${word}`);
      await page.locator('.hit, .state').first().waitFor({ state: 'attached' });
      return page.locator('.hit').count();
    }).toBe(4);
    await expectSoon(() => hit(shown).isVisible()).toBe(true);
    for (const hidden of [muted, inForum, theirs])
      await expectSoon(() => hit(hidden).isVisible()).toBe(false);
  },
);

test('[R30] a user who is no longer ignored is shown again, and a visitor of the browser reads everything', async ({
  page,
}) => {
  await mute('user', ignored);
  await login(page, site, me);
  await visit(page, `/zh/post/${made.id}`);
  await page.locator('.ignored').first().waitFor();
  await page.goto('about:blank'); // later requests of the page would fail
  await page.context().clearCookies();
  await page.goto(`${site.url}/zh/post/${made.id}`);
  await expectSoon(() => page.locator(`#p${made.replies[0]} .prose`).isVisible()).toBe(true);
  await login(page, site, me);
  await visit(page, '/zh/me/watching?tab=muted');
  await page.locator('.watched select').selectOption('none');
  await expectSoon(() => page.evaluate(() => localStorage.mutedIds)).toBe('');
  await visit(page, `/zh/post/${made.id}`);
  await expectSoon(() => page.locator(`#p${made.replies[0]} .prose`).isVisible()).toBe(true);
});
