import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { cacheTag } from '#outbox/cache-tags.ts';
import { invalidate, toInvalidations, urgency } from '#outbox/invalidation.ts';
import {
  accessibilityProblems,
  expectSoon,
  login,
  type PageOptions,
  test,
} from '../support/browser.ts';
import { type MadeThread, member, thread } from '../support/factories.ts';
import { createWriter, waitUntilPublished } from '../support/moderation-pages.ts';
import { PEOPLE } from '../support/people.ts';
import { chooseInPostMenu } from '../support/post-menu.ts';
import { replyTextbox, sendButton } from '../support/reply-composer.ts';
import { startSite } from '../support/test-site.ts';

/* New posts in an open thread: decisions/live-threads.md. */

const site = await startSite({ env: { CAPTCHA_PROVIDER: 'none' } });
const PHONE = { width: 390, height: 844, hasTouch: true, isMobile: true } as const;
const LOOKS: readonly (readonly [root: string, look: PageOptions])[] = [
  ['zh', { language: 'zh', colorScheme: 'light' }],
  ['phone/en', { ...PHONE, language: 'en', colorScheme: 'dark' }],
];
const other = await createWriter(site, PEOPLE.otherMember);

/** Opens a thread as a user, by default a new member, and waits until the server registers it. */
async function follow(page: Page, root: string, made: MadeThread, reader?: number): Promise<void> {
  await waitUntilPublished(site, `/${root}/post/${made.id}`, ...made.replies.slice(-1));
  await login(page, site, reader ?? (await member(site.db)));
  await Promise.all([
    page.waitForResponse((reply) => reply.url().includes(`/user/events?thread_ids=${made.id}`)),
    page.goto(`${site.url}/${root}/post/${made.id}`),
  ]);
  await page.locator('.toasts').waitFor({ state: 'attached' });
}
const reply = (page: Page, id: number) => page.locator(`#p${id}`);
const topOf = (page: Page, id: number) =>
  reply(page, id).evaluate((element) => Math.round(element.getBoundingClientRect().top));

test.for(LOOKS)(
  '[R24, R30] a reader in the middle of a thread is notified of new replies without moving, and a click leads to the first: %s',
  async ([root, look], { open }) => {
    const page = await open(look);
    const isEnglish = look.language === 'en';
    const made = await thread(site.db, { replies: 12 });
    await follow(page, root, made);
    const [, , third = 0] = made.replies;
    await reply(page, third).scrollIntoViewIfNeeded();
    const before = await topOf(page, third);
    const first = await other.reply(made.id, `读的时候来的第一条 ${root}`);
    const second = await other.reply(made.id, `第二条 ${root}`);
    const toast = page.locator('.toast', { hasText: isEnglish ? '2 new replies' : '2 条新回复' });
    await toast.waitFor();
    await expectSoon(() => reply(page, first).count()).toBe(0);
    expect(await topOf(page, third)).toBe(before);
    expect(await accessibilityProblems(page)).toEqual([]);

    await toast.getByRole('button', { name: isEnglish ? 'Show' : '查看' }).click();
    await reply(page, second).waitFor();
    await expectSoon(() => page.evaluate(() => document.activeElement?.id)).toBe(`p${first}`);
    await expectSoon(() => toast.count()).toBe(0);
    await expectSoon(() => page.locator('#replies > header h2').textContent()).toContain('14');
    // it is a reply like any other
    await reply(page, first).locator('[data-act="like"]').click();
    await expectSoon(() =>
      reply(page, first).locator('[data-act="like"]').getAttribute('aria-pressed'),
    ).toBe('true');
    await chooseInPostMenu(page, `#p${second}`, isEnglish ? 'Bookmark' : '加书签');
    expect(await accessibilityProblems(page)).toEqual([]);
  },
);

test('[R24, R30] a reader at the end of a thread sees new replies at once; one who is writing gets a notice instead', async ({
  page,
}) => {
  const made = await thread(site.db, { replies: 2 });
  await follow(page, 'zh', made);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const id = await other.reply(made.id, '看到末尾时来的');
  await reply(page, id).waitFor();
  await expectSoon(() => page.locator('.toast').count()).toBe(0);
  await page.getByRole('status').filter({ hasText: '1 条新回复' }).waitFor({ state: 'attached' });

  await page.locator('[data-act="compose"]').click();
  await replyTextbox(page).fill('我也在写');
  const during = await other.reply(made.id, '写的时候来的');
  await page.locator('.toast', { hasText: '1 条新回复' }).waitFor();
  await expectSoon(() => reply(page, during).count()).toBe(0);
  await sendButton(page).click();
  const own = page.locator('#replies > .reply', { hasText: '我也在写' });
  await own.waitFor();
  await page.locator('.toast').getByRole('button', { name: '查看' }).click();
  await reply(page, during).waitFor();
  const floors = () =>
    page
      .locator('#replies > .reply')
      .evaluateAll((all) => all.map((one) => Number((one as HTMLElement).dataset.floor)));
  await expectSoon(floors).toEqual([1, 2, 3, 4, 5]);
});

test('[R23, R24, R25] edits, likes and comments of others appear; changes that would move the read text are offered instead', async ({
  page,
}) => {
  const made = await thread(site.db, { replies: 1 });
  const id = await other.reply(made.id, '还没有改过的话');
  await follow(page, 'zh', { ...made, replies: [id] });
  const prose = reply(page, id).locator('.prose');
  await other.call('POST', '/api/v1/thread/up', { id, idtype: 'pid' });
  await other.call('PUT', '/api/v1/thread/post', { id, message: '<p>改成这样一句话</p>' });
  await expectSoon(() => prose.textContent()).toContain('改成这样一句话');
  await expectSoon(() => reply(page, id).locator('[data-act="like"]').textContent()).toBe('1');

  await other.comment(id, '下面的一条评论');
  const toast = page.locator('.toast', { hasText: '这个页面有更新' });
  await toast.waitFor();
  await expectSoon(() => reply(page, id).locator('.comments').count()).toBe(0);
  await toast.getByRole('button', { name: '查看' }).click();
  await reply(page, id).getByText('下面的一条评论').waitFor();
  await reply(page, id).locator('[data-act="comment"]').first().click();
  await page.getByRole('textbox', { name: '写评论' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('[R24, R30] where a page is full, the way to the new replies on the next one is offered', async ({
  page,
}) => {
  const made = await thread(site.db, { replies: 20 });
  await follow(page, 'zh', made);
  const id = await other.reply(made.id, '第二十一条');
  await page.locator('.toast', { hasText: '1 条新回复' }).waitFor();
  await page.locator('.toast').getByRole('link', { name: '查看' }).click();
  await page.waitForURL(`${site.url}/zh/post/${made.id}/2`);
  await reply(page, id).waitFor();
});

test('[R4, R24] at the end of pages that were joined on a phone an edit of another appears, and no way to a page that is there already', async ({
  open,
}) => {
  const page = await open(PHONE);
  const made = await thread(site.db, { replies: 23 });
  const id = await other.reply(made.id, '末尾还没有改过的话');
  await waitUntilPublished(site, `/phone/zh/post/${made.id}/2`, id);
  // it links to the second page, which didn't exist with twenty replies
  await waitUntilPublished(site, `/phone/zh/post/${made.id}`, `/phone/zh/post/${made.id}/2"`);
  await follow(page, 'phone/zh', { ...made, replies: made.replies.slice(0, 20) });
  const pager = page.locator('.turn');
  await pager.scrollIntoViewIfNeeded();
  await reply(page, id).waitFor();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await other.call('PUT', '/api/v1/thread/post', { id, message: '<p>末尾改成这样一句话</p>' });
  await reply(page, id).getByText('末尾改成这样一句话').waitFor();
  await expectSoon(() => pager.getAttribute('data-page')).toBe('2');
  await expectSoon(() => pager.locator('[rel="next"]').count()).toBe(0);
});

test('[R4, R24] a page that joins the list on a phone while the published pages are looked at stays its last one, and is followed', async ({
  open,
}) => {
  const page = await open(PHONE);
  const made = await thread(site.db, { replies: 23 });
  const path = `/phone/zh/post/${made.id}`;
  const id = await other.reply(made.id, '第二页上还没有改过的话');
  await waitUntilPublished(site, `${path}/2`, id);
  await waitUntilPublished(site, path, `${path}/2"`);
  await follow(page, 'phone/zh', { ...made, replies: made.replies.slice(0, 20) });
  const looked = Promise.withResolvers<void>();
  const joined = Promise.withResolvers<void>();
  // of the whole context: the phone's service worker fetches pages
  await page.context().route(site.url + path, async (route) => {
    looked.resolve();
    await joined.promise;
    await route.continue();
  });
  const edit = (post: number, text: string) =>
    other.call('PUT', '/api/v1/thread/post', { id: post, message: `<p>${text}</p>` });
  await edit(id, '第二页上改过一次的话');
  await looked.promise;
  const pager = page.locator('.turn');
  await pager.scrollIntoViewIfNeeded();
  await reply(page, id).waitFor();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  joined.resolve();
  await reply(page, id).getByText('第二页上改过一次的话').waitFor();
  await edit(id, '第二页上改过两次的话');
  await reply(page, id).getByText('第二页上改过两次的话').waitFor();
  await expectSoon(() => pager.getAttribute('data-page')).toBe('2');
});

test('[R24, R30] all windows of a browser get events of their threads by one connection', async ({
  page,
}) => {
  const [one, two] = [await thread(site.db, { replies: 1 }), await thread(site.db, { replies: 1 })];
  await follow(page, 'zh', one);
  await waitUntilPublished(site, `/zh/post/${two.id}`, ...two.replies);
  const second = await page.context().newPage();
  await Promise.all([
    page.waitForResponse((reply) => {
      const ids = new URL(reply.url()).searchParams.get('thread_ids');
      return ids?.split(',').includes(String(two.id)) === true;
    }),
    second.goto(`${site.url}/zh/post/${two.id}`),
  ]);
  const id = await other.reply(two.id, '给第二个窗口的');
  await reply(second, id).waitFor();
});

test('[R23, R24] a member’s own reply and comment become the published ones in place, without a notice', async ({
  page,
}) => {
  const made = await thread(site.db, { replies: 1 });
  await follow(page, 'zh', made);
  const text = `自己写的 ${made.id}`;
  await page.locator('[data-act="compose"]').click();
  await replyTextbox(page).fill(text);
  await sendButton(page).click();
  const own = page.locator('#replies > .reply', { hasText: text });
  await own.waitFor();
  // one read of the list: publishing replaces the reply's element
  const top = () =>
    page.locator('#replies').evaluate((list, words) => {
      const found = [...list.children].find((child) => child.textContent.includes(words));
      return Math.round(found?.getBoundingClientRect().top ?? Number.NaN);
    }, text);
  const before = await top();
  await page.locator('#replies > .reply[data-version]', { hasText: text }).waitFor();
  await expectSoon(top).toBe(before);
  await expectSoon(() => own.count()).toBe(1);

  const id = Number(await own.getAttribute('data-id'));
  await reply(page, id).locator('[data-act="comment"]').click();
  await page.getByRole('textbox', { name: '写评论' }).fill(`自己的评论 ${made.id}`);
  const looked = page.waitForResponse(`${site.url}/zh/post/${made.id}`);
  await page.keyboard.press('Control+Enter');
  await reply(page, id).getByText(`自己的评论 ${made.id}`).waitFor();
  await looked;
  await waitUntilPublished(site, `/zh/post/${made.id}`, `自己的评论 ${made.id}`);
  await expectSoon(() => reply(page, id).getByText(`自己的评论 ${made.id}`).count()).toBe(1);
  await expectSoon(() => page.locator('.toast').count()).toBe(0);
});

test('[R14, R24] a reply whose editor is on its way stays while others are replaced, and is edited where it is', async ({
  page,
}) => {
  const author = await member(site.db);
  const made = await thread(site.db, { replies: 12, replier: author });
  const [own = 0] = made.replies;
  const last = made.replies.at(-1) ?? 0;
  const moderator = await createWriter(site, PEOPLE.globalModerator);
  const replaced = Promise.withResolvers<void>();
  await page.route(/\/EditReply\.[^/]+\.js$/, async (route) => {
    await replaced.promise;
    await route.continue();
  });
  await follow(page, 'zh', made, author);
  await chooseInPostMenu(page, `#p${own}`, '编辑');
  await page.locator('h1').click(); // the keyboard isn't in the reply any more
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  for (const id of [own, last])
    await moderator.call('PUT', '/api/v1/thread/post', {
      id,
      message: `<p>版主改过的话 ${id}</p>`,
      note: '链接失效',
    });
  await reply(page, last).getByText(`版主改过的话 ${last}`).waitFor();
  replaced.resolve();
  const box = page.getByRole('textbox', { name: '编辑回复' });
  await box.getByText(`版主改过的话 ${own}`).waitFor();
});

test('[R20, R24] while its author edits a reply, a moderator still sees the withheld text', async ({
  page,
}) => {
  const made = await thread(site.db, { replies: 1 });
  const id = await other.reply(made.id, '还没有改过的话');
  const comment = await other.comment(id, '无关的评论');
  const moderator = await createWriter(site, PEOPLE.globalModerator);
  await moderator.call('POST', '/api/v2/moderation/actions', {
    action: 'hide',
    kind: 'comment',
    ids: [comment],
    note: '无关',
  });
  await follow(page, 'zh', { ...made, replies: [id] }, PEOPLE.globalModerator);
  const note = reply(page, id).locator('.withheld-note');
  await note.getByText('无关的评论').waitFor();
  await other.call('PUT', '/api/v1/thread/post', { id, message: '<p>改成这样一句话</p>' });
  await page.locator('.toast').getByRole('button', { name: '查看' }).click();
  await expectSoon(() => reply(page, id).locator('.prose').textContent()).toContain('改成这样');
  await note.getByText('无关的评论').waitFor();
});

test('[R21, R24] a reply that is held while it is read leaves the page of others, and stays on that of its author', async ({
  open,
}) => {
  const author = await member(site.db);
  const made = await thread(site.db, { replies: 1, replier: author });
  const [id = 0] = made.replies;
  const [own, foreign] = [await open(), await open()];
  await follow(own, 'zh', made, author);
  await follow(foreign, 'zh', made);
  const looked = own.waitForResponse(`${site.url}/zh/post/${made.id}`);
  await site.db.execute(sql`update post set checked = false where id = ${id}`);
  await invalidate(site.db, toInvalidations(urgency.post, cacheTag.threadPage(made.id, 1)));
  await reply(foreign, id).getByText('这条回复已删除。').waitFor();
  await looked;
  // reads the page again, as the first answer was unchanged
  await own.waitForResponse(`${site.url}/zh/post/${made.id}`);
  await expectSoon(() => reply(own, id).locator('.prose').count()).toBe(1);
});

test('[R26] votes of others appear in the poll of an open thread', async ({ page }) => {
  const { rows } = await site.db.execute<{ id: number; option: number }>(sql`
    select
      p.thread_id as id,
      (select min(o.id) from poll_option o where o.thread_id = p.thread_id) as option
    from poll p
    join thread t on t.id = p.thread_id
    where p.expires_at > now()
      and p.results_visible
      and t.state = 'normal'
      and t.checked
      and not t.closed
      and t.last_floor < 15
      and not exists (
        select from poll_vote v
        where v.thread_id = p.thread_id and v.user_id = ${PEOPLE.otherMember}
      )
    order by p.thread_id
    limit 1`);
  const { id = 0, option = 0 } = rows[0] ?? {};
  await follow(page, 'zh', { id, author: 0, replies: [] });
  const voters = page
    .locator('#poll')
    .getByText(/人投票/)
    .first();
  await voters.waitFor();
  const before = Number.parseInt((await voters.innerText()).replace(/\D/g, ''), 10);
  await other.call('POST', '/api/v1/thread/poll', { tid: id, polloptionid: [option] });
  await other.reply(id, `投过票了 ${id}`); // it publishes the page immediately
  await expectSoon(async () => (await voters.innerText()).replace(/\D/g, '')).toBe(
    String(before + 1),
  );
});
