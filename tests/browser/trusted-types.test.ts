import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { rootOf } from '#contracts/paths.ts';
import { findSamples } from '../../scripts/tools/screens/find-samples.ts';
import { listScreens } from '../../scripts/tools/screens/screen-list.ts';
import { loginAsAdmin } from '../support/admin-session.ts';
import { askAll } from '../support/ask-all.ts';
import {
  expectConsoleMessages,
  expectSoon,
  login,
  type OpenWindow,
  PHONES,
  test,
} from '../support/browser.ts';
import { PEOPLE } from '../support/people.ts';
import { sharedSite } from '../support/test-site.ts';

/* The content security policy refuses text as HTML or script; violations are console errors. */

const site = await sharedSite();

/** The sinks for HTML and scripts that accept text on the page. */
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
    await expectConsoleMessages(
      complaints,
      /requires 'TrustedHTML' assignment/,
      /requires 'TrustedScript' assignment/,
      /requires 'TrustedScriptURL' assignment/,
      /policy 'other'|policy named 'other'|'trusted-types'|trusted-types/,
    );
  },
);

test('[R13] every page of both sites and of the admin area, error pages too, refuses texts as scripts', async () => {
  // a job with findings has a screen
  await site.db.execute(sql`insert into job (kind, state, found) values ('check', 'done', 1)`);
  const screens = listScreens(await findSamples(site.db));
  const paths = new Set(
    screens.map(({ area, path }) => path(rootOf(area === 'admin' ? 'desktop' : area, 'zh'))),
  );
  for (const gone of ['/zh/post/99999999', '/nothing/here', '/bbs-admin/nothing']) paths.add(gone);
  expect(paths.size).toBeGreaterThan(100);
  const policies = await askAll([...paths], async (path) => {
    const { headers } = await fetch(site.url + path, { headers: { accept: 'text/html' } });
    return [path, headers.get('content-type'), headers.get('content-security-policy')] as const;
  });
  expect(policies.filter(([, type]) => !type?.startsWith('text/html'))).toEqual([]);
  expect(
    policies.filter(([, , policy]) => !policy?.includes("require-trusted-types-for 'script'")),
  ).toEqual([]);
});
