import type { Page } from 'playwright';

/** Chooses an entry of a post's menu; `post` is the post's selector. */
export async function chooseInPostMenu(
  page: Page,
  post: string,
  name: string | RegExp,
): Promise<void> {
  await page.locator(`${post} > .acts [data-act="more"]`).click();
  await page.getByRole('menuitem', { name }).click();
}
