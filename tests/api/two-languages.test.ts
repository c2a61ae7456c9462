import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { LANGS, type Lang, langOf, otherLang } from '#contracts/language.ts';
import type { ThreadRow } from '#contracts/page-model.ts';
import { readOwnLanguageFirst } from '#domain/content/thread/list-for-pages.ts';
import { thread } from '../support/factories.ts';
import { demoDatabase } from '../support/test-database.ts';

/* Pages list threads of their own language first: see decisions/thread-pages.md. */

const { db } = await demoDatabase();
await db.execute(sql`update thread set state = 'deleted'`);
await db.execute(sql`update forum set threads_cnt = 0, english_cnt = 0`);

async function fill(chinese: number, english: number): Promise<void> {
  for (let n = 0; n < chinese; n++) await thread(db, { language: 'zh_CN' });
  for (let n = 0; n < english; n++) await thread(db, { language: 'en_US' });
}

async function everyPage(lang: Lang): Promise<ThreadRow[][]> {
  const first = await readOwnLanguageFirst(db, lang, { order: 'latest', page: 1 });
  const pages = [first.items];
  for (let page = 2; page <= first.pages; page++)
    pages.push((await readOwnLanguageFirst(db, lang, { order: 'latest', page })).items);
  return pages;
}

/** For each page, the number of threads in its language and in the other, from the top. */
const shapes = async (lang: Lang): Promise<string[]> =>
  (await everyPage(lang)).map((rows) => {
    const languages = rows.map((row) => langOf(row.language));
    const own = languages.filter((language) => language === lang).length;
    expect(languages).toEqual([
      ...Array<Lang>(own).fill(lang),
      ...Array<Lang>(rows.length - own).fill(otherLang(lang)),
    ]);
    return `${own}+${rows.length - own}`;
  });

test('[R22, R23] each page of the home page’s list begins with the threads in its language and holds some of the other; where one ends the other fills up, and no thread is left out or comes twice', async () => {
  expect(await shapes('en')).toEqual(['0+0']);
  await fill(25, 3);
  expect(await shapes('en')).toEqual(['3+17', '0+8']);
  expect(await shapes('zh')).toEqual(['17+3', '8+0']);
  await fill(6, 29);
  expect(await shapes('en')).toEqual(['14+6', '14+6', '4+16', '0+3']);
  expect(await shapes('zh')).toEqual(['14+6', '14+6', '3+17', '0+3']);
  const { rows } = await db.execute<{ id: number; language: 'zh_CN' | 'en_US' }>(
    sql`
      select id, language
      from thread
      where state = 'normal'
      order by last_reply_at desc, id desc`,
  );
  for (const lang of LANGS) {
    const listed = (await everyPage(lang)).flat();
    for (const one of LANGS)
      expect(listed.filter((row) => langOf(row.language) === one).map((row) => row.id)).toEqual(
        rows.filter((row) => langOf(row.language) === one).map((row) => row.id),
      );
  }
});
