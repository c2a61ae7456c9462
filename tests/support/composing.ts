import { type SQL, sql } from 'drizzle-orm';
import type { Page, Route } from 'playwright';
import { expect } from 'vitest';
import { login } from './browser.ts';
import type { Site } from './server.ts';
import { type ThreadFound, threadWhere } from './threads.ts';

/** The member who writes in tests. */
export const MEMBER = 10_004;
export const POST = '**/api/v1/post?*';

/** Looks again until it is so; machines that run tests can be slow. */
export const soon = <Seen>(look: () => Promise<Seen> | Seen) => expect.poll(look, { timeout: 10_000 });

/** A thread with few replies, all of them shown, that takes more. */
export const openThread = (site: Site, condition: SQL = sql`t.replies_cnt between 2 and 10 and t.last_floor < 15`): Promise<ThreadFound> =>
  threadWhere(site.db, sql`not t.closed and ${condition} and not exists (select from post p where p.thread_id = t.id and (p.state <> 'normal' or not p.checked))`);

export const area = (page: Page) => page.getByRole('textbox', { name: /^(写回复|Write a reply)$/ });
export const send = (page: Page) => page.locator('.editor footer').getByRole('button', { name: /^(回复|Reply|正在发送|Sending)$/ });
export const alert = (page: Page) => page.locator('#compose').getByRole('alert');
export const tool = (page: Page, name: string | RegExp) => page.getByRole('toolbar', { name: /^(排版工具|Formatting)/ }).getByRole('button', { name });

/** Opens the editor as a member does, with some text in it. */
export async function write(page: Page, site: Site, url: string, text: string): Promise<void> {
  await login(page, site, MEMBER);
  await page.goto(url);
  await page.locator('.account .me .av').waitFor();
  await page.locator('[data-act="compose"]').click();
  await area(page).fill(text);
}

/** The HTML that would be sent, as the draft keeps it. */
export async function draftOf(page: Page, threadId: number): Promise<string> {
  const kept = await page.evaluate((key) => localStorage.getItem(key), `draft:${MEMBER}:${threadId}`);
  return kept ? ((JSON.parse(kept) as { html?: string }).html ?? '') : '';
}

/** Pastes as another program would have it on the clipboard. */
export async function pasteInto(page: Page, data: Record<string, string>, files: { name: string; type: string; base64: string }[] = []): Promise<void> {
  await area(page).evaluate(
    (element, given) => {
      const transfer = new DataTransfer();
      for (const [type, value] of Object.entries(given.data)) transfer.setData(type, value);
      for (const { name, type, base64 } of given.files) transfer.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name, { type }));
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }));
    },
    { data, files },
  );
}

export const refuse =
  (body: object, status = 200) =>
  (route: Route) =>
    route.fulfill({ status, json: { msg: '', ...body } });
