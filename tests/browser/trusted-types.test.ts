import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { type Area, rootOf } from '#contracts/paths.ts';
import { addSession } from '../../scripts/tools/bench/log-in.ts';
import { findReaders, findSamples } from '../../scripts/tools/screens/find-samples.ts';
import { listScreens, type Reader, type Screen } from '../../scripts/tools/screens/screen-list.ts';
import { loginAsAdmin } from '../support/admin-session.ts';
import {
  allowComplaints,
  expectComplaints,
  expectSoon,
  login,
  type OpenWindow,
  PHONES,
  test,
} from '../support/browser.ts';
import { member } from '../support/factories.ts';
import { PEOPLE } from '../support/people.ts';
import { sharedSite } from '../support/test-site.ts';

/*
 * What the content security policy takes for HTML or for a script, and that every page keeps to it.
 * What pages do when somebody clicks is seen by every other test of a browser: each violation is an
 * error on the console.
 */

const site = await sharedSite();

/** What of all ways from a text to HTML or to a script the page takes. */
const takenTexts = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const element = document.createElement('div');
    const html = '<p>text</p>';
    const ways: Record<string, () => unknown> = {
      innerHTML: () => Object.assign(element, { innerHTML: html }),
      outerHTML: () => Object.assign(document.body.appendChild(element), { outerHTML: html }),
      insertAdjacentHTML: () => element.insertAdjacentHTML('beforeend', html),
      parseFromString: () => new DOMParser().parseFromString(html, 'text/html'),
      createContextualFragment: () => document.createRange().createContextualFragment(html),
      srcdoc: () => Object.assign(document.createElement('iframe'), { srcdoc: html }),
      write: () => document.write(html),
      onclick: () => element.setAttribute('onclick', 'document.title = "run"'),
      'script’s text': () => Object.assign(document.createElement('script'), { text: 'alert(1)' }),
      'script’s address': () =>
        Object.assign(document.createElement('script'), { src: '/assets/none.js' }),
      worker: () => new Worker('/phone-sw.js'),
      'service worker': () => navigator.serviceWorker.register('/phone-sw.js'),
      'policy of another name': () =>
        (trustedTypes as { createPolicy(name: string, rules: object): object }).createPolicy(
          'other',
          { createHTML: (text: string) => text },
        ),
    };
    const taken: string[] = [];
    for (const [name, way] of Object.entries(ways)) {
      try {
        await way();
        taken.push(name);
      } catch {
        // refused
      }
    }
    return taken;
  });

const PAGES: [string, (open: OpenWindow) => Promise<Page>][] = [
  [
    'a thread’s',
    async (open) => {
      const page = await open();
      await page.goto(`${site.url}/zh/post/1`);
      return page;
    },
  ],
  [
    'a member’s on a phone',
    async (open) => {
      const page = await open(PHONES[0]);
      await login(page, site, PEOPLE.member);
      await page.goto(`${site.url}/phone/en/post/1`);
      return page;
    },
  ],
  [
    'the admin area’s',
    async (open) => {
      const page = await open();
      await loginAsAdmin(page, site, PEOPLE.administrator);
      await page.goto(`${site.url}/bbs-admin/words`);
      return page;
    },
  ],
];

test.for(PAGES)(
  '[R13] on %s page no text becomes HTML or a script',
  async ([, go], { open, complaints }) => {
    const page = await go(open);
    expect(await takenTexts(page)).toEqual([]);
    await expectSoon(() => page.title()).not.toBe('run');
    await expectComplaints(
      complaints,
      /requires 'TrustedHTML' assignment/,
      /requires 'TrustedScript' assignment/,
      /requires 'TrustedScriptURL' assignment/,
      /policy 'other'|policy named 'other'|'trusted-types'|trusted-types/,
    );
  },
);

// a job that found something has a screen
await site.db.execute(sql`insert into job (kind, state, found) values ('check', 'done', 1)`);
/** The screens of one area that one person sees, each with its own content. */
const screens = listScreens(await findSamples(site.db)).filter(({ calls }) => !calls);
const readers = await findReaders(site.db);
/** Who reads; a newcomer is new each time, as the welcome is shown once. */
async function findReader(reader: Exclude<Reader, 'visitor'>): Promise<number> {
  if (reader !== 'newcomer') return readers[reader];
  const id = await member(site.db);
  await site.db.execute(sql`update "user" set created_at = now() where id = ${id}`);
  return id;
}
const GROUPS: [Area, Reader][] = (['desktop', 'phone'] as const).flatMap((area) =>
  (['visitor', 'member', 'newcomer', 'administrator'] as const).map((reader): [Area, Reader] => [
    area,
    reader,
  ]),
);
const isOf = (area: Screen['area'], reader: Reader) => (screen: Screen) =>
  screen.area === area && screen.reader === reader;

/** Notes what the pages of a window report, as "address: directive". */
async function noteViolations(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeFunction('noteViolation', (text: string) => void violations.push(text));
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, sample }) =>
      (window as unknown as { noteViolation(text: string): void }).noteViolation(
        `${location.pathname}: ${effectiveDirective} ${sample}`,
      ),
    ),
  );
  return violations;
}

/** Opens a screen until its islands stand. */
async function visit(page: Page, screen: Screen, area: Area): Promise<string> {
  const response = await page.goto(site.url + screen.path(rootOf(area, 'zh')));
  if (screen.shows) await page.waitForSelector(screen.shows);
  const hasIslands =
    screen.area !== 'admin' &&
    (screen.reader !== 'visitor' || (await page.$('[data-client-page]')) !== null);
  if (hasIslands) await page.waitForSelector('.toasts', { state: 'attached' });
  await page.waitForFunction(
    () => !document.querySelector('[aria-busy="true"]')?.checkVisibility(),
  );
  return response?.headers()['content-security-policy'] ?? '';
}

const policyFaults = (screen: Screen, policy: string): string[] =>
  policy.includes("require-trusted-types-for 'script'") ? [] : [`${screen.name}: no policy`];

async function visitAll(page: Page, list: Screen[], area: Area): Promise<string[]> {
  const violations = await noteViolations(page);
  const faults: string[] = [];
  for (const screen of list) faults.push(...policyFaults(screen, await visit(page, screen, area)));
  return [...faults, ...violations];
}

/** Pictures and frames of other hosts, which the test reaches as little as readers' scripts do. */
const ELSEWHERE = /Failed to load resource/;

test.for(GROUPS)(
  '[R13] each page of the %s site that a %s sees, and its islands, report no violation',
  { timeout: 240_000 },
  async ([area, reader], { open, complaints }) => {
    const page = await open(area === 'phone' ? PHONES[0] : {});
    const list = screens.filter(isOf(area, reader));
    expect(list.length).toBeGreaterThan(0);
    if (reader !== 'visitor')
      await addSession(page.context(), site.db, site.url, {
        userId: await findReader(reader),
        kind: 'site',
      });
    expect(await visitAll(page, list, area)).toEqual([]);
    allowComplaints(complaints, ELSEWHERE);
  },
);

test('[R13] each screen of the admin area reports none; one that did would be seen', {
  timeout: 240_000,
}, async ({ open, complaints }) => {
  const page = await open();
  await loginAsAdmin(page, site, PEOPLE.administrator);
  const list = screens.filter(isOf('admin', 'administrator'));
  expect(list.length).toBeGreaterThan(20);
  expect(await visitAll(page, list, 'desktop')).toEqual([]);
  allowComplaints(complaints, ELSEWHERE);
  const other = await open();
  const seen = await noteViolations(other);
  await other.goto(`${site.url}/zh`);
  await other.evaluate(() => {
    try {
      document.createElement('div').innerHTML = '<p>text</p>';
    } catch {
      // refused, and reported
    }
  });
  await expectSoon(() => seen.length).toBe(1);
  await expectComplaints(complaints, /requires 'TrustedHTML' assignment/);
});
