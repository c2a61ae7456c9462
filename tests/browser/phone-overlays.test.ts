import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { beforeAll, beforeEach, expect } from 'vitest';
import type { Lang } from '#contracts/language.ts';
import type { TFunction } from '#i18n/translation-key.ts';
import { translator } from '#i18n/translator.ts';
import { userIdOf } from '../../scripts/seed/people.ts';
import {
  accessibilityProblems,
  expectSoon,
  login,
  type OpenWindow,
  type PageOptions,
  PHONES,
  test,
} from '../support/browser.ts';
import { appointModerators, MEMBER, MODERATOR, OTHER } from '../support/moderation-api.ts';
import {
  createWriter,
  dialog,
  replyArticle,
  uniqueWord,
  waitUntilPublished,
} from '../support/moderation-pages.ts';
import { uniquePicture } from '../support/sample-pictures.ts';
import { startSite } from '../support/test-site.ts';
import { chooseTheme } from '../support/thread-form-page.ts';
import { findSmallTargets } from '../support/touch-targets.ts';

/*
 * Whatever opens on a phone: everything in it can be hit by a thumb, nothing scrolls sideways,
 * nothing is a barrier.
 */

const site = await startSite();
const [small, wide] = PHONES;
const BANNED = userIdOf('priya');
let thread: number;
let [commented, edited, gone]: number[] = [];
let png: Buffer;

beforeAll(async () => {
  await appointModerators(site.db);
  png = await uniquePicture(640, 480, 3).png().toBuffer();
  const [member, other, moderator] = [
    await createWriter(site, MEMBER),
    await createWriter(site, OTHER),
    await createWriter(site, MODERATOR),
  ];
  thread = await member.thread(uniqueWord());
  [commented, edited, gone] = [
    await other.reply(thread, '有评论的回复'),
    await member.reply(thread, '第一版'),
    await other.reply(thread, '会被删除的回复'),
  ];
  await member.comment(commented as number, '一条评论');
  await other.comment(commented as number, '另一条评论');
  await member.call('PUT', '/api/v1/thread/post', {
    id: edited,
    message: '<p>第二版，改了几个字</p>',
  });
  await moderator.call('POST', '/api/v2/moderation/posts/delete', {
    ids: [gone],
    note: '广告或灌水',
  });
  await moderator.call('POST', '/api/v1/user/crime', {
    user_id: BANNED,
    action: 2,
    reason: '反复发布广告',
    end_at: '2040-01-01',
    hide_thread: 0,
  });
  await site.db.execute(
    sql`
      insert into warning (user_id, moderator_id, thread_id, note)
      values
        (${OTHER}, ${MODERATOR}, ${thread}, '请看社区公约第三条'),
        (${MEMBER}, ${MODERATOR}, ${thread}, '请看社区公约第三条')`,
  );
});
beforeEach(async () => {
  for (const table of ['draft', 'rate_limit'])
    await site.db.execute(sql.raw(`delete from ${table}`));
});

interface Sheet {
  /** What it is, as a test says it. */
  name: string;
  as?: number | undefined;
  /** Below /phone/{language}/; the prepared thread's page unless told. */
  at?: string;
  open(page: Page, t: TFunction): Promise<void>;
  /** What holds it. */
  within: string;
}

const tap = (selector: string) => (page: Page) => page.locator(selector).first().tap();
const item = (page: Page, name: string) =>
  page.getByRole('menu').getByRole('menuitem', { name, exact: true }).tap();
const act =
  (within: () => string, key: string) =>
  async (page: Page, t: TFunction): Promise<void> => {
    await page.locator(`${within()} [data-act="moderate"]`).first().tap();
    await item(page, t(key as 'moderation.act.move'));
    await page.locator('.dialog form, .edit-reply').first().waitFor();
  };
const post = () => '.post';
const reply = () => `#p${commented} > .acts`;
const compose = async (page: Page) => {
  await page.locator('[data-act="compose"]').tap();
  await page.locator('.reply-sheet textarea').waitFor();
};
const composerTool = (
  page: Page,
  t: TFunction,
  key: 'composer.emoji' | 'composer.more' | 'composer.mention' | 'composer.image',
) => page.locator('.reply-sheet').getByRole('button', { name: t(key), exact: true });

const SHEETS: readonly Sheet[] = [
  { name: 'a visitor’s share', open: tap('[data-act="share"]'), within: '.sharing' },
  {
    name: 'the list of pages to jump to',
    at: 'long',
    open: tap('.replybar summary'),
    within: '.replybar',
  },
  {
    name: 'a report',
    as: MEMBER,
    open: (page) => page.locator(`#p${commented} [data-act="report"]`).tap(),
    within: '.dialog',
  },
  {
    name: 'the versions of a reply',
    as: MODERATOR,
    open: (page) => page.locator(`#p${edited} [data-act="history"]`).tap(),
    within: '.dialog',
  },
  {
    name: 'one’s own menu',
    as: MEMBER,
    open: tap('.post [data-act="own"]'),
    within: '.menu[role="menu"]',
  },
  {
    name: 'the question before deleting',
    as: MEMBER,
    open: async (page, t) => {
      await page.locator('.post [data-act="own"]').tap();
      await item(page, t('thread.delete'));
    },
    within: '.dialog',
  },
  {
    name: 'a moderator’s menu of a thread',
    as: MODERATOR,
    open: tap('.post [data-act="moderate"]'),
    within: '.menu[role="menu"]',
  },
  {
    name: 'a moderator’s menu of a comment',
    as: MODERATOR,
    open: (page) => page.locator(`#p${commented} .comments [data-act="moderate"]`).first().tap(),
    within: '.menu[role="menu"]',
  },
  { name: 'moving', as: MODERATOR, open: act(post, 'moderation.act.move'), within: '.dialog' },
  {
    name: 'merging',
    as: MODERATOR,
    open: async (page, t) => {
      await act(post, 'moderation.act.merge')(page, t);
      await dialog(page).getByRole('searchbox').fill('打印');
      await dialog(page).getByRole('radio').first().waitFor();
      await dialog(page).locator('button[type="submit"]').tap();
      await dialog(page).locator('.wrong').waitFor();
    },
    within: '.dialog',
  },
  { name: 'splitting', as: MODERATOR, open: act(reply, 'moderation.act.split'), within: '.dialog' },
  { name: 'deleting', as: MODERATOR, open: act(reply, 'moderation.act.delete'), within: '.dialog' },
  {
    name: 'a warning, with those before it',
    as: MODERATOR,
    open: async (page, t) => {
      await act(reply, 'moderation.act.warn')(page, t);
      await dialog(page).locator('summary').tap();
      await dialog(page).locator('button[type="submit"]').tap();
    },
    within: '.dialog',
  },
  {
    name: 'a ban until a day',
    as: MODERATOR,
    open: async (page, t) => {
      await act(reply, 'moderation.act.ban')(page, t);
      await dialog(page).getByRole('combobox').selectOption('at');
      await dialog(page).locator('button[type="submit"]').tap();
      await dialog(page).getByRole('alert').first().waitFor();
    },
    within: '.dialog',
  },
  {
    name: 'a ban that is in force',
    as: MODERATOR,
    at: `user/${BANNED}`,
    open: async (page, t) => {
      await page.locator('.user-tools button').tap();
      await item(page, t('moderation.ban.item'));
      await dialog(page).locator('.in-force').waitFor();
    },
    within: '.dialog',
  },
  {
    name: 'the bar of replies that are chosen',
    as: MODERATOR,
    open: async (page, t) => {
      await page.locator('.post [data-act="moderate"]').tap();
      await item(page, t('moderation.chooseReplies'));
      await page.locator(`#p${commented} .choose input`).tap();
    },
    within: '.choosing, .choose',
  },
  {
    name: 'the bar of threads that are chosen',
    as: MODERATOR,
    at: 'forum/1',
    open: async (page) => {
      await page.locator('.forum-tools button').tap();
      await page.locator('.row .choose input').nth(1).tap();
    },
    within: '.choosing, .choose, .withheld-threads',
  },
  {
    name: 'what is withheld',
    as: MODERATOR,
    open: (page) => page.locator(`#p${gone} .withheld-note`).waitFor(),
    within: '[data-withheld]',
  },
  {
    name: 'a comment being written',
    as: MEMBER,
    open: (page) => page.locator(`#p${commented} [data-act="comment"]`).tap(),
    within: '.comment-form',
  },
  {
    name: 'a reply being changed by a moderator',
    as: MODERATOR,
    open: async (page, t) => {
      await act(reply, 'moderation.act.edit')(page, t);
      await page.locator('.edit-reply .presets').waitFor();
    },
    within: '.edit-reply',
  },
  {
    name: 'the composer with a picture that is described',
    as: MEMBER,
    open: async (page, t) => {
      await page.locator(`#p${commented} [data-act="quote"]`).tap();
      const chosen = page.waitForEvent('filechooser');
      await composerTool(page, t, 'composer.image').tap();
      await (await chosen).setFiles({ name: 'screen.png', mimeType: 'image/png', buffer: png });
      await page.locator('.thumbs img').waitFor();
      await page.locator('.thumbs [aria-pressed]').tap();
      await page.locator('.describe').waitFor();
      // A draft that comes later would be the next test's.
      await expectSoon(async () =>
        (await site.db.execute<{ body: string }>(sql`select body::text from draft`)).rows.map(
          ({ body }) => body.includes('/uploads/'),
        ),
      ).toContain(true);
    },
    within: '.reply-sheet',
  },
  {
    name: 'the composer’s emoji',
    as: MEMBER,
    open: async (page, t) => {
      await compose(page);
      await composerTool(page, t, 'composer.emoji').tap();
      await page.locator('.reply-sheet .emoji button').first().waitFor();
    },
    within: '.reply-sheet',
  },
  {
    name: 'the composer’s people',
    as: MEMBER,
    open: async (page, t) => {
      await compose(page);
      await composerTool(page, t, 'composer.mention').tap();
      await page.keyboard.insertText('a');
      await page.getByRole('option').first().waitFor();
    },
    within: '.reply-sheet',
  },
  {
    name: 'the composer’s menu',
    as: MEMBER,
    open: async (page, t) => {
      await compose(page);
      await composerTool(page, t, 'composer.more').tap();
    },
    within: '.menu[role="menu"]',
  },
  {
    name: 'the builder of a poll',
    as: MEMBER,
    at: 'new?forum=1',
    open: async (page) => {
      await chooseTheme(page, 1);
      await page.locator('.poll-start').tap();
      await page.locator('.poll-options input').first().fill('第一项');
      await page.locator('.submit-line button[type="submit"]').tap();
      await page.locator('.poll-builder .wrong').first().waitFor();
    },
    within: 'main',
  },
];

const LOOKS = [
  { language: 'zh', ...small, colorScheme: 'light' },
  { language: 'en', ...wide, colorScheme: 'dark' },
] as const satisfies (PageOptions & { language: Lang })[];

async function arrive(
  open: OpenWindow,
  look: PageOptions & { language: Lang },
  { as, at }: Sheet,
): Promise<Page> {
  if (at === undefined)
    await waitUntilPublished(
      site,
      `/phone/${look.language}/post/${thread}`,
      '另一条评论',
      '第二版',
    );
  const page = await open({ ...look, reducedMotion: 'reduce' });
  if (as) await login(page, site, as);
  const { rows } = await site.db.execute(
    sql`
      select id
      from thread
      where state = 'normal' and checked and forum_id = 1 and last_floor > 45
      order by id
      limit 1`,
  );
  const rest = at === undefined ? `post/${thread}` : at === 'long' ? `post/${rows[0]?.id}` : at;
  await page.goto(`${site.url}/phone/${look.language}/${rest}`);
  if (as && at === undefined)
    await replyArticle(page, commented as number)
      .locator(as === MODERATOR ? '[data-act="moderate"]' : '[data-act="report"]')
      .first()
      .waitFor();
  return page;
}

/** What opens over the page, at the screen's end. */
const isSheet = ({ within }: Sheet): boolean =>
  ['.dialog', '.sharing', '.menu[role="menu"]', '.reply-sheet'].includes(within);

test.for(
  SHEETS.flatMap((sheet) =>
    LOOKS.map((look) => [sheet.name, `${look.width} × ${look.height}`, look, sheet] as const),
  ),
)(
  '[R42] %s on %s, upright and lying: all of it is within a thumb’s reach, axe finds nothing, and nothing scrolls sideways',
  async ([, , look, sheet], { open }) => {
    const page = await arrive(open, look, sheet);
    await sheet.open(page, translator(look.language));
    await page.locator(sheet.within).first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    for (const [width, height] of [
      [look.width, look.height],
      [look.height, look.width],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect(await findSmallTargets(page, sheet.within)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(
        true,
      );
      if (!isSheet(sheet)) continue;
      await expectSoon(async () => {
        const box = await page.locator(sheet.within).boundingBox();
        return box && [box.y >= 0, Math.round(box.y + box.height), box.width];
      }).toEqual([true, height, Math.min(width, 704)]);
    }
  },
);
