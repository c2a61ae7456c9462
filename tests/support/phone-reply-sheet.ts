import type { Page } from 'playwright';
import { login, type OpenWindow, type PageOptions } from './browser.ts';
import { waitForOverlayEntries } from './overlay-entries.ts';
import { MEMBER } from './reply-composer.ts';
import type { Site } from './test-site.ts';

/** The sheet itself, not the frame that takes text until the sheet has loaded. */
export const replySheet = (page: Page) => page.locator('.reply-sheet:not(:has(.early))');
export const replyField = (page: Page) =>
  replySheet(page).getByRole('textbox', { name: /^(写回复|Write a reply)$/ });
export const sheetButton = (page: Page, name: string) =>
  replySheet(page).getByRole('button', { name, exact: true });

/** Opens a thread on a user's phone and waits for the islands. */
export async function openOnPhone(
  site: Site,
  open: OpenWindow,
  options: PageOptions,
  threadId: number,
  userId = MEMBER,
): Promise<Page> {
  const page = await open(options);
  await login(page, site, userId);
  await page.goto(`${site.url}/phone/${options.language ?? 'zh'}/post/${threadId}`);
  await page.locator('.reply [data-act="more"]').first().waitFor();
  return page;
}

export async function openReplySheet(page: Page): Promise<void> {
  await page.locator('#compose [data-act="compose"]').tap();
  await replyField(page).waitFor();
}

/** Reloads the page and opens the sheet again, after the history entries are removed. */
export async function reloadReplySheet(page: Page): Promise<void> {
  await waitForOverlayEntries(page, 1);
  await page.reload();
  await waitForOverlayEntries(page);
  await openReplySheet(page);
}
