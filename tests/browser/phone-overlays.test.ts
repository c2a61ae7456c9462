import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { beforeAll, beforeEach, expect } from 'vitest';
import type { TFunction } from '#i18n/translation-key.ts';
import { translator } from '#i18n/translator.ts';
import {
  expectSoon,
  login,
  type PageOptions,
  PHONES,
  test,
  waitUntilShown,
} from '../support/browser.ts';
import { member as createMember } from '../support/factories.ts';
import { findThread } from '../support/find-thread.ts';
import { MEMBER, MODERATOR, OTHER } from '../support/moderation-api.ts';
import {
  dialog,
  moderationWorld,
  uniqueWord,
  waitUntilPublished,
} from '../support/moderation-pages.ts';
import { closeSheet, findSheetFaults, type Screen } from '../support/phone-sheets.ts';
import { chooseInPostMenu } from '../support/post-menu.ts';
import { uniquePicture } from '../support/sample-pictures.ts';
import { chooseTheme } from '../support/thread-form-page.ts';

/* Overlays on phones: large touch targets, no sideways scrolling, no accessibility problems. */

const { site, member, other, moderator } = await moderationWorld();
const banned = await createMember(site.db);
let thread: number;
let long: number;
let [commented, edited, gone]: number[] = [];
let png: Buffer;

beforeAll(async () => {
  png = await uniquePicture(640, 480, 3).png().toBuffer();
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
  await moderator.call('POST', '/api/v2/moderation/actions', {
    action: 'delete',
    kind: 'reply',
    ids: [gone],
    note: '广告或灌水',
  });
  await moderator.call('POST', '/api/v1/user/crime', {
    user_id: banned,
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
  ({ id: long } = await findThread(site.db, sql`t.forum_id = 1 and t.last_floor > 45`));
});
beforeEach(async () => {
  for (const table of ['draft', 'rate_limit'])
    await site.db.execute(sql.raw(`delete from ${table}`));
});

const tap = (selector: string) => (page: Page) => page.locator(selector).first().tap();
const item = async (page: Page, name: string) => {
  await waitUntilShown(page, '[role="menuitem"]');
  await page.getByRole('menu').getByRole('menuitem', { name, exact: true }).tap();
};
const act =
  (within: () => string, key: string) =>
  async (page: Page, t: TFunction): Promise<void> => {
    await page.locator(`${within()} [data-act="moderate"]`).first().tap();
    await item(page, t(key as 'moderation.act.move'));
    await waitUntilShown(page, '.dialog form, .edit-reply');
  };
const post = () => '.post';
const reply = () => `#p${commented} > .acts`;
const compose = async (page: Page) => {
  await page.locator('[data-act="compose"]').tap();
  await waitUntilShown(page, '.reply-sheet .plain textarea');
};
const composerTool = (
  page: Page,
  t: TFunction,
  key: 'composer.emoji' | 'composer.more' | 'composer.mention' | 'composer.image',
) => page.locator('.reply-sheet').getByRole('button', { name: t(key), exact: true });

const goBack = async (page: Page) => void (await page.goBack());

const SCREENS: readonly Screen[] = [
  {
    name: 'a visitor of a long thread',
    at: () => `post/${long}`,
    sheets: [
      { name: 'a visitor’s share', open: tap('[data-act="share"]'), within: '.sharing' },
      { name: 'the list of pages to jump to', open: tap('.replybar summary'), within: '.replybar' },
    ],
  },
  {
    name: 'a thread’s author',
    as: MEMBER,
    at: () => `post/${thread}`,
    ready: '.reply [data-act="more"]',
    sheets: [
      {
        name: 'one’s own menu',
        open: tap('.post [data-act="more"]'),
        within: '.menu[role="menu"]',
      },
      {
        name: 'the question before deleting',
        open: async (page, t) => {
          await page.locator('.post [data-act="more"]').tap();
          await item(page, t('thread.delete'));
        },
        within: '.dialog',
      },
      {
        name: 'the composer’s emoji',
        open: async (page, t) => {
          await compose(page);
          await composerTool(page, t, 'composer.emoji').tap();
          await waitUntilShown(page, '.reply-sheet .emoji button');
        },
        within: '.reply-sheet',
        close: goBack,
      },
      {
        name: 'the composer’s people',
        open: async (page, t) => {
          await compose(page);
          await composerTool(page, t, 'composer.mention').tap();
          await page.keyboard.insertText('a');
          await waitUntilShown(page, '[role="option"]');
        },
        within: '.reply-sheet',
        close: goBack,
      },
      {
        name: 'the composer’s menu',
        open: async (page, t) => {
          await compose(page);
          await composerTool(page, t, 'composer.more').tap();
        },
        within: '.menu[role="menu"]',
        close: (page) => goBack(page).then(() => goBack(page)),
      },
      {
        name: 'the composer with a picture that is described',
        open: async (page, t) => {
          await page.locator(`#p${commented} [data-act="quote"]`).tap();
          const chosen = page.waitForEvent('filechooser');
          await composerTool(page, t, 'composer.image').tap();
          await (await chosen).setFiles({ name: 'screen.png', mimeType: 'image/png', buffer: png });
          await waitUntilShown(page, '.thumbs img');
          await page.locator('.thumbs [aria-pressed]').tap();
          await waitUntilShown(page, '.describe');
        },
        within: '.reply-sheet',
        close: goBack,
      },
      {
        name: 'a report',
        open: (page, t) => chooseInPostMenu(page, `#p${commented}`, t('report.action')),
        within: '.dialog',
      },
      {
        name: 'a comment being written',
        open: (page) => page.locator(`#p${commented} [data-act="comment"]`).tap(),
        within: '.comment-form',
      },
    ],
    leave: async () => {
      // A draft that is saved later would appear in the next test.
      await expectSoon(async () =>
        (await site.db.execute<{ body: string }>(sql`select body::text from draft`)).rows.map(
          ({ body }) => body.includes('/uploads/'),
        ),
      ).toContain(true);
    },
  },
  {
    name: 'a moderator of a thread',
    as: MODERATOR,
    at: () => `post/${thread}`,
    ready: '.reply [data-act="moderate"]',
    sheets: [
      {
        name: 'the versions of a reply',
        open: (page) => page.locator(`#p${edited} [data-act="history"]`).tap(),
        within: '.dialog',
      },
      {
        name: 'a moderator’s menu of a thread',
        open: tap('.post [data-act="moderate"]'),
        within: '.menu[role="menu"]',
      },
      {
        name: 'a moderator’s menu of a comment',
        open: (page) =>
          page.locator(`#p${commented} .comments [data-act="moderate"]`).first().tap(),
        within: '.menu[role="menu"]',
      },
      { name: 'moving', open: act(post, 'moderation.act.move'), within: '.dialog' },
      {
        name: 'merging',
        open: async (page, t) => {
          await act(post, 'moderation.act.merge')(page, t);
          await dialog(page).getByRole('searchbox').fill('打印');
          await waitUntilShown(
            page,
            '[role="dialog"] [type="radio"], [role="dialog"] [role="radio"]',
          );
          await dialog(page).locator('button[type="submit"]').tap();
          await waitUntilShown(page, '.dialog .wrong');
        },
        within: '.dialog',
      },
      { name: 'splitting', open: act(reply, 'moderation.act.split'), within: '.dialog' },
      { name: 'deleting', open: act(reply, 'moderation.act.delete'), within: '.dialog' },
      {
        name: 'a warning, with those before it',
        open: async (page, t) => {
          await act(reply, 'moderation.act.warn')(page, t);
          await dialog(page).locator('summary').tap();
          await dialog(page).locator('button[type="submit"]').tap();
        },
        within: '.dialog',
      },
      {
        name: 'a ban until a day',
        open: async (page, t) => {
          await act(reply, 'moderation.act.ban')(page, t);
          await dialog(page).getByRole('combobox').selectOption('at');
          await dialog(page).locator('button[type="submit"]').tap();
          await waitUntilShown(page, '.dialog [role="alert"]');
        },
        within: '.dialog',
      },
      {
        name: 'the bar of replies that are chosen',
        open: async (page, t) => {
          await page.locator('.post [data-act="moderate"]').tap();
          await item(page, t('moderation.chooseReplies'));
          await page.locator(`#p${commented} .choose input`).tap();
        },
        within: '.choosing, .choose',
      },
      {
        name: 'a reply being changed by a moderator',
        open: async (page, t) => {
          await act(reply, 'moderation.act.edit')(page, t);
          await waitUntilShown(page, '.edit-reply .presets');
        },
        within: '.edit-reply',
        // By the key: the phone was just rotated, and the page scrolls to the caret.
        close: (page, t) =>
          page
            .locator('.edit-reply')
            .getByRole('button', { name: t('common.cancel'), exact: true })
            .press('Enter'),
      },
      {
        name: 'what is withheld',
        open: (page) => waitUntilShown(page, `#p${gone} .withheld-note`),
        within: '[data-withheld]',
      },
    ],
  },
  {
    name: 'a moderator of a banned person',
    as: MODERATOR,
    at: () => `user/${banned}`,
    sheets: [
      {
        name: 'a ban that is in force',
        open: async (page, t) => {
          await page.locator('.moderator-tools button').tap();
          await item(page, t('moderation.ban.item'));
          await waitUntilShown(page, '.dialog .in-force');
        },
        within: '.dialog',
      },
    ],
  },
  {
    name: 'a moderator of a forum',
    as: MODERATOR,
    at: () => 'forum/1',
    sheets: [
      {
        name: 'the bar of threads that are chosen',
        open: async (page) => {
          await page.locator('.moderator-tools button').tap();
          await page.locator('.row .choose input').nth(1).tap();
        },
        within: '.choosing, .choose, .withheld-threads',
      },
    ],
  },
  {
    name: 'the author of a new thread',
    as: MEMBER,
    at: () => 'new?forum=1',
    sheets: [
      {
        name: 'the builder of a poll',
        open: async (page) => {
          await chooseTheme(page, 1);
          await page.locator('.poll-start').tap();
          await page.locator('.poll-options input').first().fill('第一项');
          await page.locator('.submit-line button[type="submit"]').tap();
          await waitUntilShown(page, '.poll-builder .wrong');
        },
        within: 'main',
      },
    ],
  },
];

/** The smallest phone, with the longer texts. */
const PHONE = { ...PHONES[0], language: 'en' } as const satisfies PageOptions;

test.for(SCREENS.map((screen) => [screen.name, screen] as const))(
  '[R42] everything that %s opens on a phone, in portrait and landscape, is within a thumb’s reach, has no axe findings, and doesn’t scroll sideways',
  async ([, { as, at, ready, sheets, leave }], { open }) => {
    const path = `/phone/en/${at()}`;
    if (ready) await waitUntilPublished(site, path, '另一条评论', '第二版');
    const page = await open({ ...PHONE, reducedMotion: 'reduce' });
    if (as) await login(page, site, as);
    await page.goto(site.url + path);
    if (ready) await waitUntilShown(page, ready);
    const t = translator('en');
    const faults: string[] = [];
    for (const sheet of sheets) {
      await page.setViewportSize({ width: PHONE.width, height: PHONE.height });
      await sheet.open(page, t);
      await waitUntilShown(page, sheet.within);
      faults.push(...(await findSheetFaults(page, sheet, PHONE, sheet === sheets[0])));
      if (sheet !== sheets.at(-1)) await closeSheet(page, t, sheet);
    }
    expect(faults).toEqual([]);
    await leave?.();
  },
);
