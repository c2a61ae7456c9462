import type { Page } from 'playwright';

/** Chooses an entry of the menu of a post; `post` is the selector of its element. */
export async function chooseInPostMenu(
  page: Page,
  post: string,
  name: string | RegExp,
): Promise<void> {
  await page.locator(`${post} > .acts [data-act="more"]`).click();
  await page.getByRole('menuitem', { name }).click();
}
