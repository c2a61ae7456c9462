import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { beforeEach, expect } from 'vitest';
import {
  accessibilityProblems,
  expectSoon,
  login,
  type PageOptions,
  test,
} from '../support/browser.ts';
import { type MadeThread, member, thread } from '../support/factories.ts';
import { readLayoutShifts, watchLayoutShifts } from '../support/layout-shifts.ts';
import { waitForOverlayEntries } from '../support/overlay-entries.ts';
import { chooseInPostMenu } from '../support/post-menu.ts';
import { sharedSite } from '../support/test-site.ts';

/* A member's unread items, in lists and in threads: decisions/reading-and-watching.md. */

const site = await sharedSite();
// so narrow that the line below a subject has no spare room
const PHONE = { width: 320, height: 640, hasTouch: true, isMobile: true } as const;
const LOOKS: readonly (readonly [root: string, look: PageOptions])[] = [
  ['zh', { language: 'zh', colorScheme: 'light' }],
  ['phone/en', { ...PHONE, language: 'en', colorScheme: 'dark' }],
];
let me: number;
let made: MadeThread;

beforeEach(async () => {
  me = await member(site.db);
  await site.db.execute(
    sql`update "user" set read_before = now() - interval '1 hour' where id = ${me}`,
  );
  made = await thread(site.db, { replies: 12 });
});

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(site.url + path);
  await page.locator('.toasts').waitFor({ state: 'attached' });
}

/** Opens the thread once its last reply is published, a moment after the first. */
async function visitThread(page: Page, root: string): Promise<void> {
  const path = `/${root}/post/${made.id}`;
  await expectSoon(async () =>
    (await (await fetch(site.url + path)).text()).includes(`id="p${made.replies.at(-1)}"`),
  ).toBe(true);
  await visit(page, path);
}

/** Opens a list once the thread is listed, a moment after its creation. */
async function visitList(page: Page, root: string): Promise<void> {
  await expectSoon(async () =>
    (await (await fetch(`${site.url}/${root}/newest`)).text()).includes(`data-thread="${made.id}"`),
  ).toBe(true);
  await visit(page, `/${root}/newest`);
}

const readFloor = async () =>
  (
    await site.db.execute<{ floor: number }>(
      sql`select floor from thread_read where user_id = ${me} and thread_id = ${made.id}`,
    )
  ).rows[0]?.floor;
/** Waits until this browser or the server has recorded the read floor. */
const waitUntilNoted = (page: Page, floor: number) =>
  expectSoon(async () => {
    const kept = await page.evaluate(
      (id) => JSON.parse(localStorage.reads ?? '{}').floors?.[id],
      made.id,
    );
    return kept ?? (await readFloor()) ?? -1;
  }).toBeGreaterThanOrEqual(floor);

const setFloor = (floor: number) =>
  site.db.execute(sql`
    insert into thread_read (user_id, thread_id, floor)
    values (${me}, ${made.id}, ${floor})`);

const row = (page: Page) => page.locator(`.rows [data-thread="${made.id}"]`);

test.for(LOOKS)(
  '[R22, R25] a list marks a new thread, then counts its unread replies; the number leads to the first of them, below a dividing line: %s',
  async ([root, look], { open }) => {
    const page = await open(look);
    const isEnglish = look.language === 'en';
    let calls = 0;
    page.on('request', (request) => {
      if (request.url().includes('/api/v2/user/unread')) calls++;
    });
    await login(page, site, me);
    await watchLayoutShifts(page, { afterInput: true });
    await visitList(page, root);
    await page.locator(`[data-fresh][data-thread="${made.id}"]`).waitFor();
    await row(page)
      .getByText(isEnglish ? 'New thread' : '新主题')
      .waitFor({ state: 'attached' });
    expect(await readLayoutShifts(page)).toEqual([]);

    await setFloor(9);
    await visitList(page, root);
    const count = row(page).locator('.unread-count');
    await count.waitFor();
    await expectSoon(() => count.textContent()).toBe(isEnglish ? '3 new' : '3 条新');
    expect(calls, 'one for each of the two visits').toBe(2);
    await expectSoon(() => row(page).getAttribute('data-fresh')).toBeNull();
    expect(await readLayoutShifts(page)).toEqual([]);
    expect(await accessibilityProblems(page)).toEqual([]);

    await count.click();
    await page.waitForURL(new RegExp(`/post/${made.id}#p${made.replies[9]}$`));
    const first = page.locator(`#p${made.replies[9]}[data-since]`);
    await first.waitFor();
    await expectSoon(() => first.getAttribute('data-since')).toBe(
      isEnglish ? 'New since your last visit' : '上次读到这里',
    );
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.locator(`#p${made.replies[11]} > .acts`).scrollIntoViewIfNeeded();
    await waitUntilNoted(page, 12);
    await visitList(page, root);
    await expectSoon(readFloor).toBe(12);
    await page.reload();
    await row(page).waitFor();
    await page.locator('.toasts').waitFor({ state: 'attached' });
    await expectSoon(() => count.count()).toBe(0);
  },
);

test('[R22, R42] a reply is read when its end was seen; read items are known before the server is asked', async ({
  page,
}) => {
  await login(page, site, me);
  await visitThread(page, 'zh');
  await page.locator(`#p${made.replies[4]} > .acts`).scrollIntoViewIfNeeded();
  await waitUntilNoted(page, 5);
  await visitList(page, 'zh');
  await expectSoon(readFloor).toBeGreaterThanOrEqual(5);
  expect(await readFloor()).toBeLessThan(12);
  const left = 12 - ((await readFloor()) as number);
  await row(page)
    .locator('.unread-count', { hasText: `${left} 条新` })
    .waitFor();
});

test.for(LOOKS)(
  '[R22] everything is marked as read from the menu of a list, and that is undone; a thread is marked unread from one of its replies: %s',
  async ([root, look], { open }) => {
    const page = await open(look);
    const isEnglish = look.language === 'en';
    await login(page, site, me);
    await visitList(page, root);
    const fresh = page.locator(`[data-fresh][data-thread="${made.id}"]`);
    await fresh.waitFor();
    await page.locator('.pick summary').click();
    await page.locator('.pick').getByRole('button').click();
    await page.locator('.toast').waitFor();
    await fresh.waitFor({ state: 'detached' });
    await page
      .locator('.toast')
      .getByRole('button', { name: isEnglish ? 'Undo' : '撤销' })
      .click();
    await fresh.waitFor();

    await waitForOverlayEntries(page);
    await setFloor(12);
    await visitThread(page, root);
    await chooseInPostMenu(
      page,
      `#p${made.replies[2]}`,
      isEnglish ? 'Mark unread from here' : '从这里起标为未读',
    );
    await expectSoon(readFloor).toBe(2);
    await waitForOverlayEntries(page);
    await page.locator(`#p${made.replies[11]} > .acts`).scrollIntoViewIfNeeded();
    await visitList(page, root);
    await row(page)
      .locator('.unread-count', { hasText: isEnglish ? '10 new' : '10 条新' })
      .waitFor();
    expect(await readFloor()).toBe(2);
  },
);

test('[R22, R25] a visitor sends no requests and sees no button; back in a cached list, a member’s read threads are marked', async ({
  page,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/v2/user/')) calls.push(request.url());
  });
  await page.goto(`${site.url}/zh/newest`, { waitUntil: 'load' });
  await page.locator('.pick summary').click();
  await expectSoon(() => page.locator('.pick').getByRole('button').count()).toBe(0);
  expect(calls).toEqual([]);
  await login(page, site, me);
  await visitList(page, 'zh');
  await page.locator(`[data-fresh][data-thread="${made.id}"]`).waitFor();
  await row(page).locator('.subject').click();
  await page.locator('.toasts').waitFor({ state: 'attached' });
  await expectSoon(readFloor).toBeGreaterThanOrEqual(0);
  await page.goBack();
  await row(page).locator('.unread-count').waitFor();
  await expectSoon(() => row(page).getAttribute('data-fresh')).toBeNull();
});
