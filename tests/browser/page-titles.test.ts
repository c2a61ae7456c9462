import { sql } from 'drizzle-orm';
import { beforeAll, expect } from 'vitest';
import { brandFor } from '#contracts/brand.ts';
import { LANGS } from '#contracts/language.ts';
import { test } from '../support/browser.ts';
import { findThread } from '../support/find-thread.ts';
import { startSite } from '../support/test-site.ts';

/*
 * Cases of R9 and R10 as the examples give them: wider than 980 px is the desktop, up to it the
 * phone's title.
 */

const lantu = await startSite();
const uniontech = await startSite({ env: { PROXY_TARGET: 'https://bbs.chinauos.com' } });
const SUBJECT = 'QEMU 怎么安装';
let thread: number;

beforeAll(async () => {
  ({ id: thread } = await findThread(lantu.db, sql`t.language = 'zh_CN'`));
  for (const { db } of [lantu, uniontech])
    await db.execute(sql`update thread set subject = ${SUBJECT} where id = ${thread}`);
});

const sites = { lantu, uniontech };
const CASES = [
  ['lantu', 'zh', 1400, 'QEMU 怎么安装－社区－蓝图系统', '蓝图系统社区'],
  ['lantu', 'en', 1400, 'QEMU 怎么安装 - Community - Lantu OS', 'Lantu OS Community'],
  ['lantu', 'zh', 980, '蓝图系统社区', '蓝图系统社区'],
  ['lantu', 'en', 980, 'Lantu OS Community', 'Lantu OS Community'],
  ['uniontech', 'zh', 1400, 'QEMU 怎么安装－论坛－统信软件', '统信软件论坛'],
  ['uniontech', 'en', 1400, 'QEMU 怎么安装 - Community - UnionTech', 'UnionTech Community'],
  ['uniontech', 'zh', 980, '统信软件论坛', '统信软件论坛'],
  ['uniontech', 'en', 980, 'UnionTech Community', 'UnionTech Community'],
] as const;

test.for(CASES)(
  '[R9] of %s in %s at %i px a thread is called “%s” and home “%s”',
  async ([brand, lang, width, title, home], { open }) => {
    const { url } = sites[brand];
    const page = await open({ width, language: lang });
    await page.goto(`${url}/${lang}/post/${thread}`);
    expect(await page.title()).toBe(title);
    await page.goto(`${url}/${lang}`);
    expect(await page.title()).toBe(home);
  },
);

test('[R9] 981 px is the desktop’s', async ({ open }) => {
  const page = await open({ width: 981 });
  await page.goto(`${lantu.url}/zh/post/${thread}`);
  expect(await page.title()).toBe('QEMU 怎么安装－社区－蓝图系统');
});

test('[R10] the document says its language, and keywords and description are in it', async ({
  page,
}) => {
  for (const [name, site] of Object.entries(sites)) {
    const brand = brandFor(name === 'uniontech' ? 'https://bbs.chinauos.com' : '');
    for (const lang of LANGS) {
      await page.goto(`${site.url}/${lang}`);
      const content = (selector: string) =>
        page.locator(`head > meta[name="${selector}"]`).getAttribute('content');
      expect(await page.locator('html').getAttribute('lang')).toBe(lang === 'zh' ? 'zh-CN' : 'en');
      expect(await content('keywords')).toBe(brand[lang].keywords);
      expect(await content('description')).toBe(brand[lang].description);
      expect(/\p{Script=Han}/u.test(`${brand[lang].keywords}${brand[lang].description}`)).toBe(
        lang === 'zh',
      );
      // A thread's description is its own beginning, in whichever language it was written.
      await page.goto(`${site.url}/${lang}/post/${thread}`);
      expect(await content('keywords')).toBe(brand[lang].keywords);
      expect((await content('description'))?.length).toBeGreaterThan(20);
    }
  }
});
