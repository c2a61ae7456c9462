import type { Page } from 'playwright';

export const messageTextbox = (page: Page) => page.locator('.writing [role="textbox"]');
export const subjectField = (page: Page) => page.locator('#thread-subject');
export const submitButton = (page: Page) => page.locator('.submit-line button[type="submit"]');
export const draftLine = (page: Page) => page.locator('.submit-line footer p').first();

/** Waits for the list of a forum's themes and chooses one by its index. */
export async function chooseTheme(page: Page, index: number): Promise<void> {
  await page.locator('#thread-theme option').nth(index).waitFor({ state: 'attached' });
  await page.locator('#thread-theme').selectOption({ index });
}

/** Replaces the whole message by typing. */
export async function replaceMessage(page: Page, text: string): Promise<void> {
  await messageTextbox(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

/** Waits until the server has the draft. */
export const waitUntilSaved = (page: Page) =>
  draftLine(page)
    .getByText(/草稿已保存|Draft saved/)
    .waitFor();

/** Advances the page's fake clock past the typing pause, and waits for the saved draft. */
export async function waitForAutosave(page: Page): Promise<void> {
  await page.clock.runFor(1_300);
  await waitUntilSaved(page);
}
