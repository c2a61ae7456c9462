import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { beforeAll, expect, vi } from 'vitest';
import { MAX_SUBJECT_CHARACTERS } from '#contracts/limits.ts';
import { openAdmin } from '../support/admin-session.ts';
import { login, PHONES, test } from '../support/browser.ts';
import { member, thread } from '../support/factories.ts';
import { PEOPLE } from '../support/people.ts';
import { startSite } from '../support/test-site.ts';
import { subjectField } from '../support/thread-form-page.ts';

/* The longest possible subjects break no layout (R23). */

const site = await startSite();
const ME = PEOPLE.member;
const CHINESE = '升级之后外接显示器的缩放比例总是记不住'.repeat(5).slice(0, MAX_SUBJECT_CHARACTERS);
const ENGLISH = 'External monitor forgets its scaling after every upgrade and each suspend/resume';
const WORD = 'W'.repeat(MAX_SUBJECT_CHARACTERS);
const SUBJECTS = [CHINESE, ENGLISH, WORD];
const SUBJECT_BEGINNINGS = new RegExp(SUBJECTS.map((subject) => subject.slice(0, 8)).join('|'));
let threads: number[];

/** Adds the reader's threads with these subjects, and notifications about them. */
beforeAll(async () => {
  const other = await member(site.db, { nickname: '另一个人' });
  threads = [];
  for (const subject of SUBJECTS)
    threads.push((await thread(site.db, { author: ME, subject, replies: 2, replier: other })).id);
  await site.db.execute(sql`
    insert into thread_favourite (user_id, thread_id)
    select ${ME}, unnest(${sql.raw(`'{${threads}}'`)}::int[])`);
  await site.db.execute(sql`
    insert into notification (user_id, category, kind, actor_id, thread_id)
    select ${ME}, 1, 'like', ${other}, unnest(${sql.raw(`'{${threads}}'`)}::int[])`);
  for (const [path, text] of [
    ['/zh/', WORD.slice(0, 60)],
    ['/phone/zh/', WORD.slice(0, 60)],
    ['/api/v2/public/search/thread?keyword=suspend', 'External'],
  ] as const)
    await vi.waitFor(
      async () => expect(await (await fetch(site.url + path)).text()).toContain(text),
      { timeout: 90_000, interval: 200 },
    );
});

/** Subjects that overflow their parent or the window. */
const findOverflows = (page: Page): Promise<string[]> =>
  page.evaluate(
    (beginnings) => {
      const found: string[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.textContent ?? '';
        if (!beginnings.some((beginning) => text.includes(beginning))) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const right = range.getBoundingClientRect().right;
        for (let box = node.parentElement; box; box = box.parentElement) {
          const { overflowX, display } = getComputedStyle(box);
          if (overflowX !== 'visible') break;
          if (display.startsWith('inline') || display === 'contents') continue;
          if (right > box.getBoundingClientRect().right + 1)
            found.push(`${box.tagName}.${box.className}: ${text.slice(0, 20)}`);
        }
      }
      const beyond = document.documentElement.scrollWidth - innerWidth;
      return beyond > 0 ? [...found, `the page is ${beyond} px too wide`] : found;
    },
    SUBJECTS.map((subject) => subject.slice(0, 8)),
  );

async function lookAt(page: Page, path: string): Promise<void> {
  await page.goto(site.url + path);
  await page.getByText(SUBJECT_BEGINNINGS).first().waitFor();
  expect(await findOverflows(page), path).toEqual([]);
}

const pathsOf = (root: string): string[] => [
  `/${root}/`,
  `/${root}/forum/1`,
  ...threads.map((id) => `/${root}/post/${id}`),
  `/${root}/user/${ME}`,
  `/${root}/me/threads`,
  `/${root}/me/favourites`,
  `/${root}/me/messages`,
];

/** The same for a page, and for the form and the search, where subjects aren't plain text. */
async function lookAtSite(page: Page, root: string): Promise<void> {
  await login(page, site, ME);
  for (const path of pathsOf(root)) await lookAt(page, path);
  await page.goto(`${site.url}/${root}/search?q=suspend`);
  await page.getByText('External monitor forgets').first().waitFor();
  expect(await findOverflows(page), 'search').toEqual([]);
  for (const id of threads) {
    await page.goto(`${site.url}/${root}/edit?id=${id}`);
    await subjectField(page).waitFor();
    const { hidden, width } = await subjectField(page).evaluate((field) => ({
      hidden: field.scrollHeight - field.clientHeight,
      width: document.documentElement.scrollWidth - innerWidth,
    }));
    expect([hidden <= 0, width <= 0], `the form of ${id}`).toEqual([true, true]);
  }
}

test('[R23] the longest subjects break no page of the desktop site, and are complete in the form', async ({
  page,
}) => {
  await lookAtSite(page, 'zh');
});

test('[R23] nor of the phone’s', async ({ open }) => {
  await lookAtSite(await open(PHONES[0]), 'phone/zh');
});

test('[R23] nor of the admin area', async ({ page }) => {
  await openAdmin(page, site, '/threads');
  await page.getByText(WORD.slice(0, 20)).first().waitFor();
  expect(await findOverflows(page)).toEqual([]);
});
