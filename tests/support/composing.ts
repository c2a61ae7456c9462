import { type SQL, sql } from 'drizzle-orm';
import type { Page, Route } from 'playwright';
import { login } from './browser.ts';
import type { Site } from './server.ts';
import { type ThreadFound, threadWhere } from './threads.ts';

/** The member who writes in tests. */
export const MEMBER = 10_004;
export const POST = '**/api/v1/post?*';

/** A thread with few replies, all of them shown, that takes more. */
export const openThread = (
  site: Site,
  condition: SQL = sql`t.replies_cnt between 2 and 10 and t.last_floor < 15`,
): Promise<ThreadFound> =>
  threadWhere(
    site.db,
    sql`
      not t.closed
      and ${condition}
      and not exists (
        select
        from post p
        where p.thread_id = t.id and (p.state <> 'normal' or not p.checked)
      )`,
  );

export const area = (page: Page) => page.getByRole('textbox', { name: /^(写回复|Write a reply)$/ });
export const send = (page: Page) =>
  page.locator('.editor footer').getByRole('button', { name: /^(回复|Reply|正在发送|Sending)$/ });
export const alert = (page: Page) => page.locator('#compose').getByRole('alert');
export const tool = (page: Page, name: string | RegExp) =>
  page.getByRole('toolbar', { name: /^(排版工具|Formatting)/ }).getByRole('button', { name });

/** Opens the editor as a member does, with some text in it. */
export async function write(page: Page, site: Site, url: string, text: string): Promise<void> {
  await site.db.execute(sql`delete from draft where user_id = ${MEMBER}`);
  await login(page, site, MEMBER);
  await page.goto(url);
  await page.locator('.account .me .av').waitFor();
  await page.locator('[data-act="compose"]').click();
  await area(page).fill(text);
}

/** Where this browser keeps the member's draft of a reply. */
const sheet = (threadId: number): string => `draft:${MEMBER}:${threadId}-0:`;

/** The HTML that would be sent, as the draft keeps it. */
export async function draftOf(page: Page, threadId: number): Promise<string> {
  const kept = await page.evaluate(
    (prefix) =>
      Object.keys(localStorage).flatMap((key) =>
        key.startsWith(prefix) ? [localStorage.getItem(key) ?? ''] : [],
      ),
    sheet(threadId),
  );
  const sheets = kept
    .map((one) => JSON.parse(one) as { content: { html: string }; at: number; gone?: boolean })
    .filter((one) => !one.gone);
  return sheets.sort((one, other) => other.at - one.at)[0]?.content.html ?? '';
}

/** Opens the editor on a draft that this browser keeps. */
export async function writeOn(
  page: Page,
  site: Site,
  { url, threadId, html }: { url: string; threadId: number; html: string },
): Promise<void> {
  await site.db.execute(sql`delete from draft where user_id = ${MEMBER}`);
  await login(page, site, MEMBER);
  await page.goto(`${site.url}/robots.txt`);
  await page.evaluate(
    ([key, kept]) => localStorage.setItem(key as string, kept as string),
    [
      `${sheet(threadId)}older`,
      JSON.stringify({ content: { html }, at: Date.now(), id: 0, base: '', dirty: true }),
    ],
  );
  await page.goto(url);
  await page.locator('.account .me .av').waitFor();
  await page.locator('[data-act="compose"]').click();
  await area(page).locator('p, table, li').first().waitFor();
}

/** Pastes as another program would have it on the clipboard. */
export async function pasteInto(
  page: Page,
  data: Record<string, string>,
  files: { name: string; type: string; base64: string }[] = [],
  into = area(page),
): Promise<void> {
  await into.evaluate(
    (element, given) => {
      const transfer = new DataTransfer();
      for (const [type, value] of Object.entries(given.data)) transfer.setData(type, value);
      for (const { name, type, base64 } of given.files)
        transfer.items.add(
          new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name, {
            type,
          }),
        );
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }),
      );
    },
    { data, files },
  );
}

export const refuse =
  (body: object, status = 200) =>
  (route: Route) =>
    route.fulfill({ status, json: { msg: '', ...body } });
