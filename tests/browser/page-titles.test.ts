import { sql } from 'drizzle-orm';
import { beforeAll, expect } from 'vitest';
import { brandFor } from '#contracts/brand.ts';
import { LANGS } from '#contracts/language.ts';
import { expectSoon, test } from '../support/browser.ts';
import { findThread } from '../support/find-thread.ts';
import { startSite } from '../support/test-site.ts';

/* The examples of R9 and R10: desktop titles above 980 px, phone titles up to it. */

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
/** Titles of a thread and of the home page on wide screens, and of all pages on phones. */
const TITLES = [
  ['lantu', 'zh', 'QEMU 怎么安装－社区－蓝图系统', '蓝图系统社区'],
  ['lantu', 'en', 'QEMU 怎么安装 - Community - Lantu OS', 'Lantu OS Community'],
  ['uniontech', 'zh', 'QEMU 怎么安装－论坛－统信软件', '统信软件论坛'],
  ['uniontech', 'en', 'QEMU 怎么安装 - Community - UnionTech', 'UnionTech Community'],
] as const;

const readHead = async (url: string) => {
  const html = await (await fetch(url)).text();
  const content = (name: string) =>
    new RegExp(`<meta name="${name}" content="([^"]*)"`).exec(html)?.[1];
  return {
    title: /<title>([^<]*)<\/title>/.exec(html)?.[1],
    language: /<html lang="([^"]*)"/.exec(html)?.[1],
    siteName: /<meta property="og:site_name" content="([^"]*)"/.exec(html)?.[1],
    keywords: content('keywords'),
    description: content('description'),
  };
};

test.for(TITLES)(
  '[R9] of %s in %s a thread is called “%s” and home “%s”',
  async ([brand, lang, title, home]) => {
    const root = `${sites[brand].url}/${lang}`;
    expect((await readHead(`${root}/post/${thread}`)).title).toBe(title);
    expect((await readHead(root)).title).toBe(home);
  },
);

test.for(TITLES)(
  '[R9] each page of %s in %s names the site as home is called',
  async ([brand, lang, , home]) => {
    for (const root of [lang, `phone/${lang}`])
      for (const rest of ['', `/post/${thread}`]) {
        const address = `${sites[brand].url}/${root}${rest}`;
        expect((await readHead(address)).siteName, address).toBe(home);
      }
  },
);

test('[R9] up to 980 px a page is called as its site is, from 981 px by its own title', async ({
  open,
}) => {
  const page = await open({ width: 980 });
  const address = `${lantu.url}/zh/post/${thread}`;
  await page.goto(address);
  await expectSoon(() => page.title()).toBe('蓝图系统社区');
  await page.setViewportSize({ width: 981, height: 900 });
  await page.goto(address);
  await expectSoon(() => page.title()).toBe('QEMU 怎么安装－社区－蓝图系统');
});

test('[R10] the document says its language, and keywords and description are in it', async () => {
  for (const [name, site] of Object.entries(sites)) {
    const brand = brandFor(name === 'uniontech' ? 'https://bbs.chinauos.com' : '');
    for (const lang of LANGS) {
      const { keywords, description } = brand[lang];
      expect(await readHead(`${site.url}/${lang}`)).toMatchObject({
        language: lang === 'zh' ? 'zh-CN' : 'en',
        keywords,
        description,
      });
      expect(/\p{Script=Han}/u.test(`${keywords}${description}`)).toBe(lang === 'zh');
      // A thread's description is its own beginning, in its own language.
      const head = await readHead(`${site.url}/${lang}/post/${thread}`);
      expect(head.keywords).toBe(keywords);
      expect(head.description?.length).toBeGreaterThan(20);
    }
  }
});
