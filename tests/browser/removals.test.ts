import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { userIdOf } from '../../scripts/seed/people.ts';
import {
  accessibilityProblems,
  allowConsoleMessages,
  expectSoon,
  test,
} from '../support/browser.ts';
import { ADMIN, OTHER } from '../support/moderation-api.ts';
import {
  chooseInModerateMenu,
  createWriter,
  dialog,
  moderationWorld,
  openAs,
  replyArticle,
  uniqueWord,
  waitUntilPublished,
} from '../support/moderation-pages.ts';
import { PEOPLE } from '../support/people.ts';
import { replyTextbox } from '../support/reply-composer.ts';

/* Removed content is gone everywhere when the call returns, and from open pages within seconds. */

const { site, member, other } = await moderationWorld();
const admin = await createWriter(site, ADMIN);
const READER = PEOPLE.fourthMember;
const isStream = (call: { url(): string }): boolean =>
  new URL(call.url()).pathname === '/api/v1/user/events';

/** Opens a page as a user who receives events. */
async function listen(page: Page, path: string, reader = READER): Promise<void> {
  await Promise.all([page.waitForResponse(isStream), openAs(page, site, reader, path)]);
}

/** Every public place: pages in both languages, feeds, sitemap, search, API. */
const places = (thread: number, word: string) => [
  ...['zh', 'en'].flatMap((lang) => [
    `/${lang}`,
    `/${lang}/newest`,
    `/${lang}/forum/1`,
    `/${lang}/forum/1/newest`,
    `/${lang}/post/${thread}`,
    `/${lang}/user/${OTHER}`,
    `/${lang}/user/${OTHER}/replies`,
    `/${lang}/feed.xml`,
    `/${lang}/forum/1/feed.xml`,
    `/${lang}/atom.xml`,
  ]),
  '/api/v1/thread/index?order=created_at',
  '/api/v1/forum/id?id=1',
  `/api/v1/thread/info?id=${thread}`,
  `/api/v1/thread/post/list?id=${thread}`,
  `/api/v1/user/thread?user_id=${OTHER}`,
  `/api/v1/user/post?user_id=${OTHER}`,
  '/api/v2/public/posts?limit=50',
  `/api/v2/public/search/thread?keyword=${encodeURIComponent(word)}`,
];
const read = async (path: string) =>
  (await (await fetch(site.url + path)).text()).replace(/<\/?em>/g, '');
const where = async (word: string, paths: readonly string[]) => {
  const texts = await Promise.all(paths.map(async (path) => [path, await read(path)] as const));
  return texts.filter(([, text]) => text.includes(word)).map(([path]) => path);
};
const inSitemap = async (thread: number) =>
  (await read('/sitemap-0.xml')).includes(`/zh/post/${thread}<`);
const file = (thread: number) => join(site.siteDir, `/zh/post/${thread}`, 'index.html');

test('[R20, R23] a thread that is deleted from the page is in no file, list, feed, sitemap, search or reply of the API when the dialog closes, and disappears from open pages and search results', async ({
  page,
  open,
  complaints,
}) => {
  const word = uniqueWord();
  const thread = await other.thread(word);
  await other.reply(thread, `${word}回复`);
  await expectSoon(async () => (await where(word, places(thread, word))).length).toBeGreaterThan(
    16,
  );
  await expectSoon(() => inSitemap(thread)).toBe(true);
  const [reading, searching, listing] = [await open(), await open(), await open()];
  await listen(reading, `/zh/post/${thread}`);
  await listen(searching, `/zh/search?q=${encodeURIComponent(word)}`, userIdOf('dabao'));
  await expectSoon(() => searching.locator('.hits').textContent()).toContain(`${word}主题`);
  await listen(listing, '/zh/forum/1/newest', userIdOf('dongzhi'));
  await openAs(page, site, ADMIN, `/zh/post/${thread}`);
  await chooseInModerateMenu(page, '.post', '删除');
  await Promise.all([
    page.waitForEvent('load'),
    dialog(page).getByRole('button', { name: '删除' }).click(),
  ]);
  expect(existsSync(file(thread))).toBe(false);
  expect(await where(word, places(thread, word))).toEqual([]);
  expect(await inSitemap(thread)).toBe(false);
  await reading.getByRole('alert').getByText('406').waitFor();
  expect(await reading.content()).not.toContain(word);
  expect(await accessibilityProblems(reading)).toEqual([]);
  await expectSoon(() => searching.locator('.client-page').textContent()).not.toContain(
    `${word}主题`,
  );
  await expectSoon(() => listing.locator('main').textContent()).not.toContain(word);
  allowConsoleMessages(complaints, /status of 406 /);
});

test('[R24, R29] a reply and a comment leave an open page where others read and write, and what they are writing stays; what was missed while the connection was away is found when it is back; when an author is banned and their content hidden, it leaves the open page of a thread of others, and of their own', async ({
  open,
  complaints,
}) => {
  const thread = await member.thread(uniqueWord());
  const word = uniqueWord();
  const [gone, kept, missed] = [
    await other.reply(thread, word),
    await other.reply(thread, '留下的回复'),
    await other.reply(thread, '错过的回复'),
  ];
  const comment = await member.comment(kept, `${word}评论`);
  await waitUntilPublished(site, `/zh/post/${thread}`, gone, kept, missed, `${word}评论`);
  const reader = await open();
  await listen(reader, `/zh/post/${thread}`);
  await reader.locator('[data-act="compose"]').click();
  const box = replyTextbox(reader);
  await box.fill('还没写完');
  await admin.call('POST', '/api/v2/moderation/actions', {
    action: 'hide',
    kind: 'reply',
    ids: [gone],
  });
  await replyArticle(reader, gone).getByText('这条回复已删除。').waitFor();
  await admin.call('PUT', '/api/v1/post/comment/delete', { ids: [comment] });
  await expectSoon(() => reader.content()).not.toContain(word);
  await expectSoon(() => replyArticle(reader, kept).locator('.prose').textContent()).toContain(
    '留下的回复',
  );
  await expectSoon(() => box.textContent()).toContain('还没写完');
  await expectSoon(() => box.evaluate((element) => element.contains(document.activeElement))).toBe(
    true,
  );

  await replyArticle(reader, missed).getByText('错过的回复').waitFor();
  // a draft may be saved at that moment
  allowConsoleMessages(complaints, /INTERNET_DISCONNECTED .*\/(thread\/draft|post\/\d+)/);
  await reader.context().setOffline(true);
  await reader.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')));
  await admin.call('POST', '/api/v2/moderation/actions', {
    action: 'delete',
    kind: 'reply',
    ids: [missed],
  });
  await reader.context().setOffline(false);
  await reader.evaluate(() =>
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  );
  await replyArticle(reader, missed).getByText('这条回复已删除。').waitFor();

  const own = await other.thread(word);
  await waitUntilPublished(site, `/zh/post/${own}`, word);
  const page = await open();
  await listen(page, `/zh/post/${own}`, userIdOf('dabao'));
  await admin.call('POST', '/api/v1/user/crime', {
    user_id: OTHER,
    action: 2,
    reason: '广告',
    hide_thread: 1,
  });
  await replyArticle(reader, kept).getByText('这条回复已删除。').waitFor();
  await expectSoon(() => page.locator('main').textContent()).not.toContain(word);
  await admin.call('POST', '/api/v1/user/crime', { user_id: OTHER, action: 1 });
});

test('[R20, R30] one window of a browser listens, the others take it from their screens too; visitors ask for no stream', async ({
  page,
  open,
}) => {
  const thread = await member.thread(uniqueWord());
  const reply = await other.reply(thread, uniqueWord());
  for (const lang of ['zh', 'en']) await waitUntilPublished(site, `/${lang}/post/${thread}`, reply);
  const streams: string[] = [];
  page.context().on('request', (request) => isStream(request) && streams.push(request.url()));
  await listen(page, `/zh/post/${thread}`);
  const second = await page.context().newPage();
  await second.goto(`${site.url}/en/post/${thread}`);
  await second.locator('.account .me .av').waitFor();
  const visitor = await open();
  visitor.on('request', (request) => isStream(request) && streams.push('visitor'));
  await visitor.goto(`${site.url}/zh/post/${thread}`);
  await admin.call('POST', '/api/v2/moderation/actions', {
    action: 'delete',
    kind: 'reply',
    ids: [reply],
  });
  await replyArticle(page, reply).getByText('这条回复已删除。').waitFor();
  await replyArticle(second, reply).getByText('This reply has been deleted.').waitFor();
  expect(streams).toEqual([`${site.url}/api/v1/user/events?thread_ids=${thread}`]);
});
