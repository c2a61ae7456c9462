import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Page, Response } from 'playwright';
import { expect } from 'vitest';
import { loginAsAdmin } from '../support/admin-session.ts';
import { login, type PageOptions, PHONES, test } from '../support/browser.ts';
import { PEOPLE } from '../support/people.ts';
import { startSite } from '../support/test-site.ts';

/* Each page loads styles and scripts of its own site only. */

const site = await startSite();
const root = join(import.meta.dirname, '../..');
const MEMBER = PEOPLE.member;
const AREAS = ['desktop', 'phone', 'admin'] as const;
type Area = (typeof AREAS)[number];

/** The classes in the selectors of a stylesheet, and its custom properties. */
function styleNames(styles: string): Set<string> {
  const rules = styles
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/url\((?:"[^"]*"|'[^']*'|[^)]*)\)/g, '');
  return new Set(
    [...rules.matchAll(/\.[a-z][a-z-]+(?=[^{};]*\{)|--[a-z][a-z-]+/g)].map(([name]) => name),
  );
}

const styleElements = (html: string): string =>
  [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map((match) => match[1]).join('\n');

/** Those names in the styles of these source files. */
const namesIn = (files: readonly string[]): Set<string> =>
  styleNames(files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n'));

const files = globSync('src/styles/**/*.css', { cwd: root });
const areaOf = (file: string): Area | undefined => {
  if (/^src\/styles\/phone\//.test(file)) return 'phone';
  if (/^src\/styles\/admin/.test(file)) return 'admin';
  return /^src\/styles\/desktop\//.test(file) ? 'desktop' : undefined;
};

/** Names that only the area's styles have. */
function ownNames(area: Area): string[] {
  const others = namesIn(files.filter((file) => areaOf(file) !== area));
  return [...namesIn(files.filter((file) => areaOf(file) === area))].filter(
    (name) => !others.has(name),
  );
}

const OWN_NAMES: Record<Area, string[]> = {
  desktop: ownNames('desktop'),
  phone: ownNames('phone'),
  admin: ownNames('admin'),
};

/** Text that only a script of the area has. */
const OWN_SCRIPT: Partial<Record<Area, string>> = { phone: '/phone-sw.js', admin: 'admin-root' };

interface LoadedAssets {
  files: number;
  /** Areas whose styles it has. */
  styles: Area[];
  /** Areas whose scripts it has. */
  scripts: Area[];
  hasManifest: boolean;
  /** The names that identified the areas, for failure messages. */
  names: Record<Area, string[]>;
}

/** The page's loaded and inline assets until `ready` resolves. */
async function loadedAssets(
  page: Page,
  path: string,
  ready: () => Promise<unknown>,
): Promise<LoadedAssets> {
  const styles: Promise<string>[] = [];
  const scripts: Promise<string>[] = [];
  const readAsset = (response: Response) => {
    const kind = /\/assets\/build\/[^/]+\.(css|js)$/.exec(response.url())?.[1];
    if (kind) (kind === 'css' ? styles : scripts).push(response.text());
  };
  page.on('response', readAsset);
  const html = (await (await page.goto(site.url + path))?.text()) ?? '';
  await ready();
  // later requests may be aborted at the page's end
  page.off('response', readAsset);
  const present = styleNames([styleElements(html), ...(await Promise.all(styles))].join('\n'));
  const script = (await Promise.all(scripts)).join('\n');
  const found = (area: Area) => OWN_NAMES[area].filter((name) => present.has(name));
  const names = { desktop: found('desktop'), phone: found('phone'), admin: found('admin') };
  return {
    files: styles.length + scripts.length,
    styles: AREAS.filter((area) => names[area].length > 0),
    scripts: AREAS.filter((area) => script.includes(OWN_SCRIPT[area] ?? '\0')),
    hasManifest: /<link rel="manifest"/.test(html),
    names,
  };
}

const paths = async () => {
  const { rows } = await site.db.execute<{ id: number }>(
    sql`
      select id
      from thread
      where state = 'normal' and checked and language = 'zh_CN'
      order by id
      limit 1`,
  );
  return ['/zh', '/zh/forums', `/zh/post/${rows[0]?.id}`, '/zh/search', '/zh/nothing'];
};

test('[R7] the styles of each site can be distinguished', () => {
  for (const area of AREAS) expect(OWN_NAMES[area].length, area).toBeGreaterThan(3);
});

for (const [who, userId] of [
  ['visitor', undefined],
  ['member', MEMBER],
] as const)
  test.for<[Area, string, PageOptions]>([
    ['desktop', '', {}],
    ['phone', '/phone', PHONES[0]],
  ])(
    `[R7] a ${who}’s pages of the %s load assets of that site only`,
    async ([area, prefix, options], { open }) => {
      for (const path of await paths()) {
        const page = await open(options);
        if (userId) await login(page, site, userId);
        const hasIslands = userId !== undefined || path === '/zh/search';
        const loaded = await loadedAssets(page, prefix + path, async () => {
          await page.waitForLoadState('load');
          if (hasIslands) await page.waitForFunction(() => document.querySelector('.toasts'));
        });
        expect(loaded.files, path).toBeGreaterThan(0);
        expect(loaded, path).toMatchObject({
          styles: [area],
          scripts: area === 'phone' ? ['phone'] : [],
          hasManifest: area === 'phone',
        });
      }
    },
  );

test('[R7] the admin area loads only its own assets', async ({ page }) => {
  await loginAsAdmin(page, site);
  const loaded = await loadedAssets(page, '/bbs-admin/words', () =>
    page.getByRole('heading', { name: '敏感词', level: 1 }).waitFor(),
  );
  expect(loaded).toMatchObject({ styles: ['admin'], scripts: ['admin'], hasManifest: false });
});
