import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { createToken } from '../../scripts/create-token.ts';
import { expectSoon, login } from './browser.ts';
import { appointModerators, type CallReply, MEMBER, MODERATOR, OTHER } from './moderation-api.ts';
import { type Site, startSite } from './test-site.ts';

let count = 0;
export const uniqueWord = (): string =>
  `标记${String.fromCodePoint(0x5000 + ++count * 37)}${String.fromCodePoint(0x5003 + count * 91)}词`;

interface ApiWriter {
  /** Creates a thread; resolves with its id. */
  thread(word: string, forumId?: number): Promise<number>;
  reply(thread: number, text: string, more?: object): Promise<number>;
  comment(post: number, text: string): Promise<number>;
  call<Data = unknown>(method: string, path: string, body?: unknown): Promise<CallReply<Data>>;
}

const firstTheme = async (site: Site, forumId: number): Promise<unknown> =>
  (
    await site.db.execute(
      sql`select id from theme where forum_id = ${forumId} order by rank, id limit 1`,
    )
  ).rows[0]?.id;

/** A user who posts through the API. */
export async function createWriter(site: Site, userId: number): Promise<ApiWriter> {
  const { token } = await createToken(site.db, {
    userId,
    name: 'test',
    scopes: ['read', 'write', 'moderate'],
  });
  const call: ApiWriter['call'] = async (method, path, body) => {
    const reply = await fetch(site.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await reply.json()) as never;
  };
  const made = async (path: string, body: object): Promise<number> => {
    const { code, msg, data } = await call<{ id: number }>('POST', path, body);
    if (code !== 0) throw new Error(`${path}: ${msg}`);
    return data.id;
  };
  return {
    call,
    thread: async (word, forumId = 1) =>
      made('/api/v1/thread', {
        forum_id: forumId,
        type_id: await firstTheme(site, forumId),
        subject: `${word}主题`,
        message: `<p>${word}正文</p>`,
        language: 'zh_CN',
      }),
    reply: (thread, text, more = {}) =>
      made('/api/v1/post', { thread_id: thread, message: `<p>${text}</p>`, ...more }),
    comment: (post, text) =>
      made('/api/v1/post/comment', { post_id: post, message: `<p>${text}</p>` }),
  };
}

/** A site with moderators, and with users who post through the API. */
export async function moderationWorld() {
  const site = await startSite();
  await appointModerators(site.db);
  const [member, other, moderator] = [
    await createWriter(site, MEMBER),
    await createWriter(site, OTHER),
    await createWriter(site, MODERATOR),
  ];
  return { site, member, other, moderator };
}

/** Waits until a published page contains all of these. */
export const waitUntilPublished = (site: Site, path: string, ...texts: (string | number)[]) =>
  expectSoon(async () => {
    const page = await (await fetch(site.url + path)).text();
    return texts.filter(
      (text) => !page.includes(typeof text === 'number' ? `id="p${text}"` : text),
    );
  }).toEqual([]);

/** Opens a page as a user and waits for the islands. */
export async function openAs(page: Page, site: Site, userId: number, path: string): Promise<void> {
  await login(page, site, userId);
  await page.goto(site.url + path);
  await page.locator('.account .me .av').waitFor();
}

export const replyArticle = (page: Page, id: number) => page.locator(`#p${id}`);
export const dialog = (page: Page) => page.getByRole('dialog');
export const toast = (page: Page) => page.locator('.toast');

/** Opens a moderator's menu below an element and chooses an entry. */
export async function chooseInModerateMenu(
  page: Page,
  within: string,
  item: string,
): Promise<void> {
  await page.locator(`${within} [data-act="moderate"]`).first().click();
  await page.getByRole('menu').getByRole('menuitem', { name: item, exact: true }).click();
}

/** The action log's entries of an action: actor and reason. */
export const readActionLog = async (site: Site, action: string): Promise<unknown[]> =>
  (
    await site.db.execute(
      sql`
        select actor_id as actor, reason
        from action_log
        where action = ${action}
        order by id desc
        limit 1`,
    )
  ).rows;
/** A user's notifications of an action. */
export const readNotifications = async (
  site: Site,
  userId: number,
  act: string,
): Promise<unknown[]> =>
  (
    await site.db.execute(
      sql`
        select note
        from notification
        where user_id = ${userId} and act = ${act}
        order by id desc
        limit 1`,
    )
  ).rows;
