import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { Lang } from '#contracts/language.ts';
import { expectSoon, login, PHONES, test } from '../support/browser.ts';
import { member } from '../support/factories.ts';
import { startSite } from '../support/test-site.ts';

/* Pages show the reader's time zone; without scripts, the community's. */

const site = await startSite();

const CREATED = '2025-11-25T20:35:00Z';
const ENDED = '2025-12-02T06:35:00Z';
/** A thread's times as its pages show them. */
const CLOCKS = [
  {
    timezoneId: 'Asia/Shanghai',
    zh: { day: '2025-11-26', created: '2025-11-26 04:35', ended: '2025-12-02 14:35' },
    en: { day: '26 Nov 2025', created: '26 Nov 2025 04:35', ended: '2 Dec 2025 14:35' },
  },
  {
    timezoneId: 'America/New_York',
    zh: { day: '2025-11-25', created: '2025-11-25 15:35', ended: '2025-12-02 01:35' },
    en: { day: '25 Nov 2025', created: '25 Nov 2025 15:35', ended: '2 Dec 2025 01:35' },
  },
] as const;

/** A thread of that time with a poll; its pages weren't requested before. */
async function agePoll(): Promise<number> {
  const { rows } = await site.db.execute<{ id: number }>(sql`
    with chosen as (
      select t.id
      from thread t
      join poll on poll.thread_id = t.id
      where t.state = 'normal'
        and t.checked
        and exists (
          select from post
          where thread_id = t.id and floor = 1 and state = 'normal'
        )
      order by t.id
      limit 1
    ),
    posts as (
      update post
      set created_at = ${CREATED}
      from chosen
      where post.thread_id = chosen.id
    ),
    ended as (
      update poll
      set expires_at = ${ENDED}
      from chosen
      where poll.thread_id = chosen.id
    )
    update thread
    set created_at = ${CREATED}, last_reply_at = ${CREATED}
    from chosen
    where thread.id = chosen.id
    returning thread.id`);
  return rows[0]?.id as number;
}

const threadId = await agePoll();

/** The shown times of the thread, of its poll's end and of its first reply. */
const shownTimes = (page: Page) =>
  page.evaluate(() =>
    ['.post > header', '.poll', '.reply .when'].map((part) => {
      const { innerText, title } = document.querySelector(`${part} time`) as HTMLElement;
      return [innerText.trim(), title];
    }),
  );
const expectedTimes = ({ day, created, ended }: (typeof CLOCKS)[number][Lang]) => [
  [created, created],
  [ended, ended],
  [day, created],
];

test.for(CLOCKS)(
  '[R26, R38] visitors and members in $timezoneId see times of their own zone, hovering too',
  async ({ timezoneId, ...expected }, { open }) => {
    const desktop = await open({ timezoneId });
    const phone = await open({ timezoneId, ...PHONES[0] });
    const own = await open({ timezoneId });
    await login(own, site, await member(site.db));
    for (const lang of ['zh', 'en'] as const)
      for (const [page, root] of [
        [desktop, lang],
        [phone, `phone/${lang}`],
        [own, lang],
      ] as const) {
        await page.goto(`${site.url}/${root}/post/${threadId}`);
        // the members' ballot shows the API's time
        if (page === own)
          await page.locator('.poll time:not([datetime="2025-12-02T06:35Z"])').waitFor();
        await expectSoon(() => shownTimes(page)).toEqual(expectedTimes(expected[lang]));
      }
  },
);

test('[R38, R39] without scripts a time of day names its zone, and a day doesn’t', async ({
  open,
}) => {
  for (const lang of ['zh', 'en'] as const) {
    const page = await open({ javaScriptEnabled: false, timezoneId: 'America/New_York' });
    await page.goto(`${site.url}/${lang}/post/${threadId}`);
    const { day, created, ended } = CLOCKS[0][lang];
    expect((await shownTimes(page)).map(([text]) => text)).toEqual([
      `${created} (UTC+8)`,
      `${ended} (UTC+8)`,
      day,
    ]);
  }
});
