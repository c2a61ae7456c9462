import { type SQL, sql } from 'drizzle-orm';
import type { CDPSession, Page, Route } from 'playwright';
import { expectSoon, login } from './browser.ts';
import { type FoundThread, findThread } from './find-thread.ts';
import { PEOPLE } from './people.ts';
import type { Site } from './test-site.ts';

export const MEMBER = PEOPLE.member;
export const POST_ROUTE = '**/api/v1/post?*';

/** An open thread with few replies, all of them shown. */
export const findOpenThread = (
  site: Site,
  condition: SQL = sql`t.replies_cnt between 2 and 10 and t.last_floor < 15`,
): Promise<FoundThread> =>
  findThread(
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

/** The rich editor, not the plain field before it has loaded. */
export const replyTextbox = (page: Page) =>
  page
    .locator('[role="textbox"]')
    .and(page.getByRole('textbox', { name: /^(写回复|Write a reply)$/ }));
/** The plain field before the editor, or before the islands, have loaded. */
export const earlyField = (page: Page) => page.locator('textarea.start, .early textarea');
export const sendButton = (page: Page) =>
  page.locator('.editor footer').getByRole('button', { name: /^(回复|Reply|正在发送|Sending)$/ });
export const composerAlert = (page: Page) => page.locator('#compose').getByRole('alert');
export const toolButton = (page: Page, name: string | RegExp) =>
  page.getByRole('toolbar', { name: /^(排版工具|Formatting)/ }).getByRole('button', { name });

/** Opens the editor as a member, with some text in it. */
export async function openEditorWith(
  page: Page,
  site: Site,
  url: string,
  text: string,
): Promise<void> {
  await site.db.execute(sql`delete from draft where user_id = ${MEMBER}`);
  await login(page, site, MEMBER);
  await page.goto(url);
  await page.locator('.account .me .av').waitFor();
  await page.locator('[data-act="compose"]').click();
  await replyTextbox(page).fill(text);
}

/** Key of the member's local draft of a reply. */
const draftStorageKey = (threadId: number): string => `draft:${MEMBER}:${threadId}-0:`;

/** The HTML that would be sent, from the local draft. */
export async function readLocalDraft(page: Page, threadId: number): Promise<string> {
  const kept = await page.evaluate(
    (prefix) =>
      Object.keys(localStorage).flatMap((key) =>
        key.startsWith(prefix) ? [localStorage.getItem(key) ?? ''] : [],
      ),
    draftStorageKey(threadId),
  );
  const sheets = kept
    .map((one) => JSON.parse(one) as { content: { html: string }; at: number; deleted?: boolean })
    .filter(({ deleted }) => !deleted);
  return sheets.sort((one, other) => other.at - one.at)[0]?.content.html ?? '';
}

/** Empties the editor, whatever its content. */
export async function clearEditor(page: Page, threadId: number): Promise<void> {
  await replyTextbox(page).press('Control+a');
  await page.keyboard.press('Backspace');
  // a remaining heading, list or code block becomes a paragraph
  await page.keyboard.press('Backspace');
  await expectSoon(() => replyTextbox(page).locator(':scope > :not(p)').count()).toBe(0);
  await expectSoon(() => readLocalDraft(page, threadId)).toBe('');
}

/** Opens the editor on the browser's only local draft. */
export async function openEditorOnDraft(
  page: Page,
  site: Site,
  { url, threadId, html }: { url: string; threadId: number; html: string },
): Promise<void> {
  await site.db.execute(sql`delete from draft where user_id = ${MEMBER}`);
  await login(page, site, MEMBER);
  await page.goto(`${site.url}/robots.txt`);
  await page.evaluate(
    ([key, kept]) => {
      localStorage.clear();
      localStorage.setItem(key as string, kept as string);
    },
    [
      `${draftStorageKey(threadId)}older`,
      JSON.stringify({ content: { html }, at: Date.now(), id: 0, base: '', dirty: true }),
    ],
  );
  await page.goto(url);
  await page.locator('.account .me .av').waitFor();
  await page.locator('[data-act="compose"]').click();
  await replyTextbox(page).locator('p, table, li').first().waitFor();
}

/** Types as an input method does: changing letters, then characters. */
export async function compose(
  session: CDPSession,
  letters: string,
  characters: string,
): Promise<void> {
  for (let length = 1; length <= letters.length; length++)
    await session.send('Input.imeSetComposition', {
      text: letters.slice(0, length),
      selectionStart: length,
      selectionEnd: length,
    });
  await session.send('Input.insertText', { text: characters });
}

/** Pastes with the clipboard content of another program. */
export async function pasteInto(
  page: Page,
  data: Record<string, string>,
  files: { name: string; type: string; base64: string }[] = [],
  into = replyTextbox(page),
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

export const fulfillRefusal =
  (body: object, status = 200) =>
  (route: Route) =>
    route.fulfill({ status, json: { msg: '', ...body } });
