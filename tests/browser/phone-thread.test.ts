import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { beforeAll, beforeEach, describe, expect } from 'vitest';
import { LANGS } from '#contracts/language.ts';
import {
  accessibilityProblems,
  expectComplaints,
  login,
  type Open,
  type PageOptions,
  PHONES,
  soon,
  test,
} from '../support/browser.ts';
import { slideByTouch } from '../support/captcha.ts';
import { draftOf, MEMBER, openThread, POST, refuse } from '../support/composing.ts';
import { appoint, MODERATOR, OTHER } from '../support/moderating.ts';
import { choose, dialog, logged, mark, published, replyOf, writer } from '../support/moderators.ts';
import { photo } from '../support/pictures.ts';
import { startSite } from '../support/server.ts';
import { type ThreadFound, threadWhere } from '../support/threads.ts';
import { chooseTheme, message, subject, submit } from '../support/writing.ts';

/* The thread's page on phones, for members and moderators. */

const site = await startSite({ env: { CAPTCHA_PROVIDER: 'builtin' } });
const [small, wide] = PHONES;
const lying = { ...small, width: small.height, height: small.width };
let thread: ThreadFound;
let long: ThreadFound;
let png: Buffer;
beforeAll(async () => {
  await appoint(site.db);
  thread = await openThread(site);
  long = await threadWhere(site.db, sql`not t.closed and t.last_floor > 45`);
  png = await photo(640, 480, 3).png().toBuffer();
  // the first page that a server renders takes longer than browsers are waited for
  await fetch(`${site.url}/phone/zh/post/${thread.id}`);
});
beforeEach(async () => {
  for (const table of ['draft', 'rate_limit'])
    await site.db.execute(sql.raw(`delete from ${table}`));
});

const WORDS = {
  zh: {
    label: '写回复',
    send: '发送',
    away: '收起',
    picture: '图片',
    camera: '拍照',
    mention: '提到某人',
    emoji: '表情',
    more: '更多排版',
  },
  en: {
    label: 'Write a reply',
    send: 'Send',
    away: 'Put away',
    picture: 'Picture',
    camera: 'Take a photo',
    mention: 'Mention someone',
    emoji: 'Emoji',
    more: 'More formatting',
  },
};
const sheet = (page: Page) => page.locator('.reply-sheet');
const text = (page: Page) => sheet(page).getByRole('textbox', { name: /^(写回复|Write a reply)$/ });
const button = (page: Page, name: string) => sheet(page).getByRole('button', { name, exact: true });

/** A member's phone on a thread, with its islands. */
async function phone(
  open: Open,
  options: PageOptions,
  at = thread.id,
  userId = MEMBER,
): Promise<Page> {
  const page = await open(options);
  await login(page, site, userId);
  await page.goto(`${site.url}/phone/${options.language ?? 'zh'}/post/${at}`);
  await page.locator('.reply [data-act="report"], .reply [data-act="own"]').first().waitFor();
  return page;
}

async function compose(page: Page): Promise<void> {
  await page.locator('#compose [data-act="compose"]').tap();
  await text(page).waitFor();
}

const LOOKS = LANGS.flatMap((language) => [
  {
    language,
    ...(language === 'zh' ? small : wide),
    colorScheme: language === 'zh' ? ('light' as const) : ('dark' as const),
  },
  { language, ...lying, colorScheme: 'light' as const },
]);

test.for(LOOKS.map((look) => [look.language, `${look.width} × ${look.height}`, look] as const))(
  '[R24, R33] in %s on %s a member answers somebody with a picture, and the reply is there',
  async ([lang, , look], { open }) => {
    const page = await phone(open, look);
    const words = WORDS[lang];
    const said = `phone ${lang} ${look.width} ${Date.now()}`;
    const quoted = page.locator('.reply[data-slot]:not(.featured)').first();
    await quoted.locator('[data-act="quote"]').tap();
    await text(page).waitFor();
    await soon(() => sheet(page).locator('.quoting').textContent()).toContain(
      await quoted.getAttribute('data-nick'),
    );
    await text(page).fill(`${said}\n**bold** <b>`);
    const chosen = page.waitForEvent('filechooser');
    await button(page, words.picture).tap();
    await (await chosen).setFiles({ name: 'screen.png', mimeType: 'image/png', buffer: png });
    await soon(() => draftOf(page, thread.id)).toMatch(
      /<p><img src="\/uploads\/[^"]+" alt=""><\/p>$/,
    );
    expect(await accessibilityProblems(page)).toEqual([]);
    const small = await sheet(page)
      .locator('button:visible')
      .evaluateAll((all) =>
        all
          .filter(
            (one) =>
              one.getBoundingClientRect().height < 44 || one.getBoundingClientRect().width < 44,
          )
          .map((one) => one.outerHTML.slice(0, 120)),
      );
    expect(small).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(
      true,
    );
    await button(page, words.send).tap();
    const own = page.locator('#replies > .reply', { hasText: said });
    await own.locator('.prose img').waitFor();
    expect(await own.locator('strong').textContent()).toBe('bold');
    expect(await own.locator('.prose').textContent()).toContain('<b>');
    expect(await own.locator('.quote').count()).toBe(1);
    await soon(() => sheet(page).isVisible()).toBe(false);
    await soon(() => draftOf(page, thread.id)).toBe('');
    await soon(() =>
      site.db
        .execute(
          sql`select 1 from post where thread_id = ${thread.id} and source like ${`%${said}%`}`,
        )
        .then(({ rows }) => rows.length),
    ).toBe(1);
  },
);

describe('[R27] what a member has begun to write', () => {
  test('is there again when the sheet was put away, when the phone is turned and when the page is read anew', async ({
    open,
  }) => {
    const page = await phone(open, small);
    await compose(page);
    await text(page).fill('第一行\n- 一\n- **二**\n\n`代码` 1 * 2 * 3');
    await button(page, '收起').tap();
    await soon(() => sheet(page).isVisible()).toBe(false);
    await soon(() => page.locator('#compose .start').textContent()).toContain('第一行');
    await compose(page);
    expect(await text(page).inputValue()).toBe('第一行\n- 一\n- **二**\n\n`代码` 1 * 2 * 3');
    await page.setViewportSize({ width: small.height, height: small.width });
    expect(await text(page).inputValue()).toContain('第一行');
    const box = await button(page, '发送').boundingBox();
    expect(box && box.y >= 0 && box.y + box.height <= small.width).toBe(true);
    const html = await draftOf(page, thread.id);
    await page.reload();
    await compose(page);
    await soon(() => text(page).inputValue()).toContain('- **二**');
    await text(page).press('End');
    await text(page).pressSequentially('x');
    await text(page).press('Backspace');
    await soon(() => draftOf(page, thread.id)).toBe(html);
  });

  test('with more than a textarea can hold is gone on with in the full editor, undamaged', async ({
    open,
  }) => {
    const page = await open(wide);
    await login(page, site, MEMBER);
    await page.goto(`${site.url}/phone/zh/forums`);
    const html =
      '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table><p>之后</p>';
    await page.evaluate(
      ([key, kept]) => localStorage.setItem(key as string, kept as string),
      [
        `draft:${MEMBER}:${thread.id}-0:older`,
        JSON.stringify({ content: { html }, at: Date.now(), id: 0, base: '', dirty: true }),
      ],
    );
    await page.goto(`${site.url}/phone/zh/post/${thread.id}`);
    await page.locator('.reply [data-act="report"]').first().waitFor();
    await page.locator('#compose [data-act="compose"]').tap();
    await text(page).locator('td').waitFor();
    await text(page).locator('p').last().tap();
    await page.keyboard.press('End');
    await page.keyboard.type('！');
    await soon(() => draftOf(page, thread.id)).toBe(html.replace('之后', '之后！'));
    expect(await accessibilityProblems(page)).toEqual([]);
    // Not on its way any more when the next test begins with none.
    await soon(async () =>
      (await site.db.execute<{ body: string }>(sql`select body::text from draft`)).rows.map(
        ({ body }) => body.includes('之后！'),
      ),
    ).toContain(true);
  });
});

test('[R24] what a Chinese input method composes arrives once, while a picture comes in too', async ({
  open,
}) => {
  const page = await phone(open, small);
  const uploading = Promise.withResolvers<void>();
  await page.route('**/api/v1/thread/file', async (route) => {
    await uploading.promise;
    await route.continue();
  });
  await compose(page);
  const chosen = page.waitForEvent('filechooser');
  await button(page, '拍照').tap();
  await (await chosen).setFiles({ name: 'photo.png', mimeType: 'image/png', buffer: png });
  await sheet(page).getByRole('progressbar').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await text(page).focus();
  const session = await page.context().newCDPSession(page);
  const type = async (letters: string, characters: string) => {
    for (let length = 1; length <= letters.length; length++)
      await session.send('Input.imeSetComposition', {
        text: letters.slice(0, length),
        selectionStart: length,
        selectionEnd: length,
      });
    if (letters === 'shijie') {
      uploading.resolve();
      await soon(() => sheet(page).getByRole('progressbar').count()).toBe(0);
    }
    await session.send('Input.insertText', { text: characters });
  };
  await type('nihao', '你好');
  await type('shijie', '世界');
  await text(page).press('Home');
  await type('xin', '新');
  expect(await text(page).inputValue()).toBe('新你好世界');
  await soon(() => draftOf(page, thread.id)).toMatch(
    /^<p>新你好世界<\/p><p><img src="\/uploads\/[^"]+" alt=""><\/p>$/,
  );
});

test('[R24] a mention is completed, and keeps its person over a reload; an emoji and a sign from "more" go where the cursor is', async ({
  open,
}) => {
  const other = await openThread(
    site,
    sql`t.replies_cnt between 2 and 10 and t.id <> ${thread.id}`,
  );
  const page = await phone(open, wide, other.id);
  const { rows } = await site.db.$client.query<{ id: number; nickname: string }>(
    `
      select id, nickname
      from "user"
      where nickname ~ '^[一-龥]{2,}$' and id <> ${MEMBER}
      order by posts_cnt desc
      limit 1`,
  );
  const { id, nickname } = rows[0] as { id: number; nickname: string };
  await compose(page);
  await text(page).fill('谢谢');
  await button(page, '提到某人').tap();
  await page.keyboard.insertText(nickname.slice(0, 2));
  const option = sheet(page)
    .getByRole('option', { name: new RegExp(nickname) })
    .first();
  await option.waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await option.tap();
  const mention = `<a class="mention" data-user-id="${id}" href="/user/${id}">@${nickname}</a>`;
  await soon(() => draftOf(page, other.id)).toBe(`<p>谢谢${mention} </p>`);
  await button(page, '表情').tap();
  await sheet(page).getByRole('searchbox').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await sheet(page).locator('.emoji button').first().tap();
  await soon(() => text(page).inputValue()).toMatch(/^谢谢@\S+ \p{Emoji}/u);
  await button(page, '更多排版').tap();
  await page.getByRole('menuitem', { name: '引用' }).tap();
  await soon(() => draftOf(page, other.id)).toMatch(/^<blockquote>/);
  await page.reload();
  await compose(page);
  await soon(() => text(page).inputValue()).toContain(`@${nickname}`);
  await text(page).press('Control+End');
  await page.keyboard.type('!');
  await soon(() => draftOf(page, other.id)).toContain(mention);
});

test('[R14, R32] a refusal is told in the sheet: a wait counts down, sensitive words are selected', async ({
  open,
  complaints,
}) => {
  const page = await phone(open, small);
  await compose(page);
  await text(page).fill('这里有坏词在中间');
  await page.route(POST, refuse({ code: 2, err_code: 'verify', err_payload: ['坏词'] }));
  await button(page, '发送').tap();
  await sheet(page).getByRole('alert').waitFor();
  expect(await sheet(page).getByRole('alert').textContent()).toContain('坏词');
  await soon(() =>
    text(page).evaluate((area: HTMLTextAreaElement) =>
      area.value.slice(area.selectionStart, area.selectionEnd),
    ),
  ).toBe('坏词');
  expect(await accessibilityProblems(page)).toEqual([]);
  await text(page).fill('好词');
  await page.route(POST, (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '20' },
      json: { code: 2, err_code: 'tooMany', msg: '' },
    }),
  );
  await button(page, '发送').tap();
  await sheet(page)
    .getByRole('button', { name: /^\d+ 秒$/ })
    .waitFor();
  await expectComplaints(complaints, /status of 429 .*\/api\/v1\/post\?/);
});

test('[R32] a newcomer solves the captcha above the sheet; closing it sends nothing and loses nothing', async ({
  open,
}) => {
  const { rows } = await site.db.execute<{ id: number }>(
    sql`
      insert into "user" (username, nickname, group_id)
      values ('newonphone', '新来的', 10)
      returning id`,
  );
  const page = await phone(open, small, thread.id, rows[0]?.id);
  const said = `新来的第一句 ${Date.now()}`;
  await compose(page);
  await text(page).fill(said);
  await button(page, '发送').tap();
  await dialog(page).locator('.piece').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: '关闭' }).tap();
  await soon(() => page.locator('.captcha').count()).toBe(0);
  expect(await text(page).inputValue()).toBe(said);
  await soon(async () => {
    if ((await page.locator('.captcha').count()) === 0)
      await button(page, '发送').tap({ timeout: 1_000 });
    return page.locator('.captcha .piece').count();
  }).toBe(1);
  await slideByTouch(page, site.db);
  await page.locator('#replies > .reply', { hasText: said }).waitFor();
});

test('[R24] the sheet stays above the keyboard', async ({ open }) => {
  const page = await phone(open, small);
  await compose(page);
  await page.evaluate(() => {
    Object.defineProperty(visualViewport, 'height', {
      configurable: true,
      value: innerHeight - 300,
    });
    visualViewport?.dispatchEvent(new Event('resize'));
  });
  await soon(async () => {
    const box = await sheet(page).boundingBox();
    return box && [Math.round(box.y + box.height), box.y >= 0];
  }).toEqual([small.height - 300, true]);
});

test('[R4, R25] a reply that joined by scrolling is liked, commented on and quoted', async ({
  open,
}) => {
  const page = await phone(open, wide, long.id);
  await page.locator('.turn').scrollIntoViewIfNeeded();
  const joined = page.locator('.reply:has(#f25)');
  await joined.waitFor();
  const id = Number(await joined.getAttribute('data-id'));
  const before = Number(await joined.getAttribute('data-likes'));
  await joined.locator('[data-act="like"]').tap();
  await soon(() => joined.locator('[data-act="like"]').getAttribute('aria-pressed')).toBe('true');
  await soon(() =>
    site.db
      .execute(sql`select likes_cnt as n from post where id = ${id}`)
      .then(({ rows }) => rows[0]?.n),
  ).toBe(before + 1);
  const said = `评论 ${Date.now()}`;
  await joined.locator('[data-act="comment"]').tap();
  await joined.getByRole('textbox').fill(said);
  expect(await accessibilityProblems(page)).toEqual([]);
  await joined.locator('.comment-form button[type="submit"]').tap();
  await joined.locator('.comments li', { hasText: said }).waitFor();
  await joined.locator('[data-act="quote"]').tap();
  await text(page).waitFor();
  await soon(() => sheet(page).locator('.quoting').textContent()).toContain('25 楼');
});

test('[R25, R26] a member likes and keeps a thread, and votes', async ({ open }) => {
  const { rows } = await site.db.execute(sql`
    with chosen as (
      select id
      from thread t
      where not has_poll
        and not closed
        and state = 'normal'
        and checked
        and forum_id = 1
        and replies_cnt > 0
        and not exists (select from poll where thread_id = t.id)
      order by id
      limit 1
    ),
    asked as (
      insert into poll (
        thread_id,
        question,
        max_choices,
        results_visible,
        days,
        expires_at
      )
      select
        id,
        '选哪个',
        1,
        true,
        7,
        now() + interval '7 days'
      from chosen
      returning thread_id
    ),
    options as (
      insert into poll_option (thread_id, rank, text)
      select thread_id, rank, '第' || rank || '项'
      from asked, generate_series(1, 3) rank
    )
    update thread
    set has_poll = true
    from asked
    where thread.id = asked.thread_id
    returning thread.id`);
  const id = rows[0]?.id as number;
  const page = await phone(open, small, id);
  for (const act of ['like', 'favourite']) {
    const control = page.locator(`.post > .acts [data-act="${act}"]`);
    const was = await control.getAttribute('aria-pressed');
    await control.tap();
    await soon(() => control.getAttribute('aria-pressed')).toBe(was === 'true' ? 'false' : 'true');
  }
  const poll = page.locator('#poll');
  await poll.getByRole('radio', { name: '第2项' }).check();
  await poll.getByRole('button', { name: '投票' }).tap();
  await poll.getByText('我选的').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('[R34] sharing opens the phone’s own sheet', async ({ open }) => {
  const page = await phone(open, small);
  await page.evaluate(() =>
    Object.defineProperty(navigator, 'share', {
      value: async (data: object) =>
        void (document.documentElement.dataset.shared = JSON.stringify(data)),
    }),
  );
  await page.locator('[data-act="share"]').tap();
  await soon(() => page.evaluate(() => document.documentElement.dataset.shared ?? '')).toContain(
    `${site.url}/zh/post/${thread.id}`,
  );
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('[R20, R23] a moderator deletes a reply and bans its author', async ({ open }) => {
  const [member, other] = [await writer(site, MEMBER), await writer(site, OTHER)];
  const id = await member.thread(mark());
  const word = mark();
  const reply = await other.reply(id, word);
  await published(site, `/phone/zh/post/${id}`, reply);
  const page = await phone(open, small, id, MODERATOR);
  await replyOf(page, reply).locator('[data-act="moderate"]').waitFor();
  const low = await page
    .locator('.acts button:visible')
    .evaluateAll((all) =>
      all
        .filter(
          (one) =>
            one.getBoundingClientRect().height < 44 || one.getBoundingClientRect().width < 44,
        )
        .map((one) => one.outerHTML.slice(0, 120)),
    );
  expect(low).toEqual([]);
  await choose(page, `#p${reply}`, '删除');
  await dialog(page).getByRole('button', { name: '广告或灌水' }).tap();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: '删除' }).tap();
  await replyOf(page, reply).getByText('已删除').waitFor();
  expect(await logged(site, 'post.delete')).toEqual([{ actor: MODERATOR, reason: '广告或灌水' }]);
  const second = await other.reply(id, mark());
  await published(site, `/phone/zh/post/${id}`, second);
  // The dialog's entry leaves the history a moment after it, which would end a reload.
  await soon(() =>
    page.evaluate(() => (history.state as { sheets?: number } | null)?.sheets ?? 0),
  ).toBe(0);
  await page.reload();
  await replyOf(page, second).locator('[data-act="moderate"]').waitFor();
  await choose(page, `#p${second}`, '封禁作者');
  await dialog(page).getByRole('button', { name: '广告或灌水' }).tap();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await dialog(page).getByRole('button', { name: '封禁作者' }).tap();
  await soon(() =>
    site.db
      .execute(sql`select 1 from ban where user_id = ${OTHER}`)
      .then(({ rows }) => rows.length),
  ).toBe(1);
});

test('[R23, R24] an author changes a reply where it stands, in a textarea; its menu and the fields reach from edge to edge', async ({
  open,
}) => {
  const member = await writer(site, MEMBER);
  const id = await member.thread(mark());
  const reply = await member.reply(id, '改之前');
  await published(site, `/phone/en/post/${id}`, reply);
  const page = await phone(open, { ...wide, language: 'en' }, id);
  await replyOf(page, reply).locator('[data-act="own"]').tap();
  await page.getByRole('menuitem', { name: 'Edit' }).tap();
  const field = replyOf(page, reply).locator('textarea');
  await field.waitFor();
  expect(await field.inputValue()).toBe('改之前');
  await field.fill('改**之后**');
  expect(await accessibilityProblems(page)).toEqual([]);
  await replyOf(page, reply).getByRole('button', { name: 'Save' }).tap();
  await replyOf(page, reply).locator('strong', { hasText: '之后' }).waitFor();
});

describe('[R23] the form of a thread', () => {
  test('has a textarea; what is typed is published as Markdown says', async ({ open }) => {
    const page = await open(small);
    await login(page, site, MEMBER);
    await page.goto(`${site.url}/phone/zh/new?forum=1`);
    const field = page.locator('.writing textarea');
    await field.waitFor();
    await chooseTheme(page, 1);
    await subject(page).fill(`手机上写的 ${mark()}`);
    await field.fill(`## 小标题\n\n手机上写的正文 ${mark()}\n\n\`\`\`bash\nls\n\`\`\``);
    expect(await accessibilityProblems(page)).toEqual([]);
    await submit(page).tap();
    await page.waitForURL(/\/phone\/zh\/post\/\d+$/);
    expect(await page.locator('.post .prose h2').textContent()).toBe('小标题');
    expect(await page.locator('.post .prose pre').textContent()).toContain('ls');
  });

  test('with an older thread that a textarea can’t hold is the full editor, and nothing of it is lost', async ({
    open,
  }) => {
    const author = await writer(site, MEMBER);
    const id = await author.thread(mark());
    const source =
      '<div data-vditor_version="3.8.4"><table><thead><tr><th align="center">名</th></tr></thead><tbody><tr><td>值</td></tr></tbody></table><p>末尾</p></div>';
    await site.db.execute(
      sql`
        update post
        set source = ${source}
        from thread t
        where t.first_post_id = post.id and t.id = ${id}`,
    );
    const page = await open(wide);
    await login(page, site, MEMBER);
    await page.goto(`${site.url}/phone/zh/edit?id=${id}`);
    await message(page).locator('td').waitFor();
    expect(await page.locator('.writing .plain').count()).toBe(0);
    await message(page).locator('p').last().tap();
    await page.keyboard.press('End');
    await page.keyboard.insertText('又一句');
    await submit(page).tap();
    await page.waitForURL(new RegExp(`/phone/zh/post/${id}$`));
    const { rows } = await site.db.execute(
      sql`select p.source from post p join thread t on t.first_post_id = p.id where t.id = ${id}`,
    );
    expect(rows[0]?.source).toBe(source.replace('末尾', '末尾又一句'));
  });
});
