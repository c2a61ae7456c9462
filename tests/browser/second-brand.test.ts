import { sql } from 'drizzle-orm';
import { JSDOM } from 'jsdom';
import type { Page } from 'playwright';
import { beforeAll, describe, expect } from 'vitest';
import { createSession } from '#auth/session.ts';
import { deriveXsrfToken } from '#auth/xsrf.ts';
import { brandFor } from '#contracts/brand.ts';
import { type Theme, toShades } from '#contracts/brand-colours.ts';
import { getConfigEntry, toEmptyConfigValue } from '#contracts/config-entries.ts';
import { LANGS, type Lang } from '#contracts/language.ts';
import { ADMIN, adminCaller, loginAsAdmin } from '../support/admin-session.ts';
import { accessibilityProblems, expectSoon, test } from '../support/browser.ts';
import { CookieBrowser } from '../support/cookie-browser.ts';
import { thread as makeThread, member } from '../support/factories.ts';
import {
  mailNow,
  setMailAddress,
  startMailForum,
  threadWithReplies,
} from '../support/mail-server.ts';
import { rawRequest } from '../support/raw-request.ts';
import { plainPicture } from '../support/sample-pictures.ts';
import { startSite } from '../support/test-site.ts';
import { uploadForm } from '../support/upload-call.ts';

/* A second brand, saved by an administrator, appears wherever a brand is shown. */

const site = await startSite();
const VALUE = {
  ...toEmptyConfigValue(getConfigEntry('brand').fields),
  name: '青禾科技',
  name_en: 'Qinghe',
  colour: '#0a7d4f',
  colour_dark: '#1f9d68',
  icp: '京ICP备12345678号-1',
  police: '京公网安备 11010502030000号',
  operator: '青禾科技有限公司',
  operator_en: 'Qinghe Ltd.',
  contact: 'hello@qinghe.example',
};
const NAMES: Record<Lang, { vendor: string; title: string; operator: string }> = {
  zh: { vendor: '青禾科技', title: '青禾科技社区', operator: '青禾科技有限公司' },
  en: { vendor: 'Qinghe', title: 'Qinghe Community', operator: 'Qinghe Ltd.' },
};
const FORMER_NAMES = LANGS.map((lang) => brandFor('')[lang].vendor);

const token = await createSession(site.db, {
  userId: ADMIN,
  kind: 'admin',
  ip: '127.0.0.1',
  userAgent: 'test',
});
const adminHeaders = {
  cookie: `bbs_admin=${token}; XSRF-TOKEN=${deriveXsrfToken(token)}`,
  'x-xsrf-token': deriveXsrfToken(token),
  origin: site.url,
};
const saveBrand = async (value: object, version: number) =>
  fetch(`${site.url}/api/v2/admin/config/brand`, {
    method: 'PUT',
    headers: { ...adminHeaders, 'content-type': 'application/json' },
    body: JSON.stringify({ value, version }),
  });

const readText = async (path: string) => (await rawRequest(site.url + path)).body.toString();
/** A page without its users' content. */
async function readFrame(path: string): Promise<Document> {
  const { document } = new JSDOM(await readText(path)).window;
  document.querySelector('main')?.remove();
  return document;
}

let mark: string;
let thread: number;
/** Pages without users' content in their main part, in the order of their updates. */
const ROOTS = ['zh', 'en', 'phone/zh', 'phone/en'];
const soonPaths = () => ROOTS.flatMap((root) => [`/${root}`, `/${root}/about/privacy`]);
const laterPaths = () => ROOTS.map((root) => `/${root}/post/${thread}`);

beforeAll(async () => {
  ({ id: thread } = await makeThread(site.db, { subject: '一个主题', html: '<p>正文</p>' }));
  for (const path of [...soonPaths(), ...laterPaths()])
    expect((await rawRequest(site.url + path)).status, path).toBe(200);
  const picture = await plainPicture(512, 512, '#7a1f5c').png().toBuffer();
  const uploaded = await fetch(`${site.url}/api/v2/admin/pictures`, {
    method: 'POST',
    headers: adminHeaders,
    body: uploadForm(picture),
  });
  mark = ((await uploaded.json()) as { url: string }).url;
  const saved = await saveBrand({ ...VALUE, mark }, 0);
  expect(saved.status).toBe(200);
});

test('[R9] [R34] every page follows a saved brand: those that are seen first at once, all others in the background', async () => {
  for (const path of [...soonPaths(), ...laterPaths()]) {
    await expectSoon(async () => (await readFrame(path)).title, path).not.toMatch(/蓝图|Lantu/);
    const frame = await readFrame(path);
    const lang = path.includes('/en') ? 'en' : 'zh';
    expect(frame.documentElement.outerHTML, path).not.toMatch(new RegExp(FORMER_NAMES.join('|')));
    expect(frame.querySelector('[property="og:site_name"]')?.getAttribute('content')).toBe(
      NAMES[lang].title,
    );
    expect(frame.querySelector('link[rel="icon"]')?.getAttribute('href')).toBe(mark);
  }
  const { rows } = await site.db.execute<{ builds: number }>(
    sql`select count(distinct build)::int as builds from published_page where set_aside_at is null`,
  );
  expect(rows[0]?.builds).toBe(1);
});

const toRgb = (colour: string): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)).join(', ')})`;
const readColours = (page: Page) =>
  page.evaluate(() => {
    const probe = document.createElement('i');
    probe.style.transition = 'none';
    document.body.append(probe);
    const read = (value: string) => {
      probe.style.color = value;
      return getComputedStyle(probe).color;
    };
    const colours = {
      brand: read('var(--brand)'),
      link: read('var(--link)'),
      fill: read('var(--fill)'),
    };
    probe.remove();
    return colours;
  });

describe.each(LANGS)('[R9] in %s', (lang) => {
  test.for([
    ['desktop', { width: 1440, height: 900 }, `/${lang}`],
    ['phone', { width: 390, height: 844, isMobile: true, hasTouch: true }, `/phone/${lang}`],
  ] as const)(
    'home on a %s has the mark, name, colours and registrations',
    async ([, size, path], { open }) => {
      const page = await open({ ...size, language: lang });
      await expectSoon(() => readText(path)).toContain(NAMES[lang].vendor);
      await page.goto(site.url + path);
      await expectSoon(() => page.title()).toBe(NAMES[lang].title);
      const link = page.locator('.brand').first();
      await expectSoon(() => link.innerText()).toContain(NAMES[lang].vendor);
      await expectSoon(() => link.locator('img').getAttribute('src')).toBe(mark);
      const footer = page.locator('footer.foot');
      await expectSoon(() => footer.innerText()).toContain(NAMES[lang].operator);
      const hrefOf = (name: string) =>
        footer.getByRole('link', { name, exact: true }).getAttribute('href');
      await expectSoon(() => hrefOf(VALUE.icp)).toBe('https://beian.miit.gov.cn/');
      await expectSoon(() => hrefOf(VALUE.police)).toBe(
        'https://beian.mps.gov.cn/#/query/webSearch?code=11010502030000',
      );
      for (const [theme, colour] of [
        ['light', VALUE.colour],
        ['dark', VALUE.colour_dark],
      ] as [Theme, string][]) {
        await page.emulateMedia({ colorScheme: theme });
        const { brand, link: text, fill } = toShades(colour, theme);
        expect(await readColours(page), theme).toEqual({
          brand: toRgb(brand),
          link: toRgb(text),
          fill: toRgb(fill),
        });
        expect(await accessibilityProblems(page), theme).toEqual([]);
      }
    },
  );

  test('the app’s manifest, its icons and the feeds are the brand’s', async () => {
    const path = `/phone/${lang}/app.webmanifest`;
    await expectSoon(() => readText(path)).toContain(NAMES[lang].title);
    const manifest = JSON.parse(await readText(path));
    expect(manifest).toMatchObject({
      name: NAMES[lang].title,
      short_name: NAMES[lang].vendor,
      theme_color: VALUE.colour,
    });
    for (const { src, type } of manifest.icons as { src: string; type: string }[]) {
      const icon = await rawRequest(site.url + src);
      expect([icon.status, icon.headers['content-type']], src).toEqual([200, type]);
      expect(icon.body.subarray(1, 4).toString()).toBe('PNG');
    }
    for (const feed of ['feed.xml', 'atom.xml'])
      await expectSoon(() => readText(`/${lang}/${feed}`)).toContain(
        `<title>${NAMES[lang].title}</title>`,
      );
  });

  test('the guidelines and the privacy page name the operator and the contact', async () => {
    for (const topic of ['guidelines', 'privacy'])
      await expectSoon(() => readText(`/${lang}/about/${topic}`)).toMatch(
        new RegExp(`${NAMES[lang].operator}[^]*mailto:${VALUE.contact}`),
      );
  });

  test('the built-in login and the admin area are the brand’s', async ({ open }) => {
    const reader = new CookieBrowser(() => site.url);
    reader.jar.set('language;/', { value: lang, path: '/', line: '' });
    const query = new URLSearchParams({
      return_url: `${site.url}/${lang}`,
      redirect_url: `${site.url}/api/v1/login/callback`,
    });
    const { text, headers } = await reader.follow(`/api/v1/login?${query}`);
    expect(text).toContain(NAMES[lang].vendor);
    expect(text).toContain(`<img src="${mark}"`);
    expect(text).toContain(`--brand:light-dark(${VALUE.colour},${VALUE.colour_dark})`);
    expect(text).not.toMatch(new RegExp(`<title>.*(${FORMER_NAMES.join('|')})`));
    expect(headers.get('content-security-policy')).toContain("style-src 'sha256-");
    const page = await open({ language: lang });
    await loginAsAdmin(page, site);
    await page.goto(`${site.url}/bbs-admin/content/brand`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const { brand, link, fill } = toShades(VALUE.colour, 'light');
    expect(await readColours(page)).toEqual({
      brand: toRgb(brand),
      link: toRgb(link),
      fill: toRgb(fill),
    });
    await expectSoon(() => page.locator('.rail .brand').innerText()).toContain(NAMES[lang].vendor);
    await expectSoon(() => page.title()).toContain(NAMES[lang].vendor);
  });
});

test('[R34] [R16] low-contrast colours are refused, by the form with their ratios and by the API', async ({
  open,
}) => {
  const refused = await saveBrand({ ...VALUE, mark, colour: '#ffe000' }, 1);
  expect([refused.status, JSON.stringify(await refused.json())]).toEqual([
    400,
    expect.stringContaining('value.colour'),
  ]);
  const elsewhere = { ...VALUE, mark: 'https://elsewhere.example/mark.png' };
  expect((await saveBrand(elsewhere, 1)).status).toBe(400);
  const page = await open({ language: 'en', width: 1440 });
  await loginAsAdmin(page, site);
  await page.goto(`${site.url}/bbs-admin/content/brand`);
  const colour = page.getByRole('textbox', { name: 'Brand colour', exact: true });
  await colour.fill('#ffe000');
  const light = page.locator('.brand-preview [data-theme="light"]');
  await light.getByText('Fails').first().waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Contrast too low: choose another colour').waitFor();
  await colour.fill('#8a3fa8');
  await expectSoon(() => light.getByText('Fails').count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('[R37] mails and the unsubscribe page have the brand’s name and colours', async () => {
  const { db, server, env, api } = await startMailForum();
  const admin = await adminCaller(api, db);
  const saved = await admin.call('PUT', '/api/v2/admin/config/brand', { value: VALUE, version: 0 });
  expect(saved.status).toBe(200);
  const id = await member(db);
  await setMailAddress(db, id, 'en');
  await (await api.as(id)).call('PUT', '/api/v2/user/mail', { frequency: 'now' });
  await threadWithReplies(db, api, id, { subject: 'A subject' });
  await mailNow(db, env);
  const [letter] = server.arrived;
  expect(letter?.subject).toContain(NAMES.en.title);
  expect(String(letter?.html)).toContain(toShades(VALUE.colour, 'light').link);
  expect(`${letter?.subject}${letter?.text}${letter?.html}`).not.toMatch(/Lantu|蓝图/);
  const [, path = ''] = /(\/api\/mail\/unsubscribe\?token=\S+)/.exec(letter?.text ?? '') ?? [];
  const page = await (await api.send('GET', path)).text();
  expect(page).toContain(`${NAMES.en.vendor}</title>`);
  expect(page).toContain(toShades(VALUE.colour, 'light').fill);
});
