import type { Page } from 'playwright';
import { expectSoon } from './browser.ts';

/**
 * Why the focused field's caret isn't visible: outside of the window, behind the keyboard, or
 * covered; '' if it is visible. Assumes that no line of a text area wraps.
 */
const hiddenCaret = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const field = document.activeElement;
    if (!(field instanceof HTMLElement) || !field.matches(':read-write'))
      return 'nothing is focused';
    let box: { left: number; top: number; bottom: number } | undefined;
    if (field instanceof HTMLTextAreaElement) {
      const style = getComputedStyle(field);
      const line = Number.parseFloat(style.lineHeight);
      const before = field.value.slice(0, field.selectionEnd).split('\n').length - 1;
      const around = field.getBoundingClientRect();
      const first = around.top + field.clientTop + Number.parseFloat(style.paddingTop);
      const top = first + before * line - field.scrollTop;
      box = { left: around.left + 24, top, bottom: top + line };
    } else {
      const selection = getSelection();
      const range = selection?.rangeCount ? selection.getRangeAt(0) : undefined;
      const node = range?.startContainer;
      const element = node instanceof Element ? node : node?.parentElement;
      box = range?.getClientRects()[0] ?? element?.getBoundingClientRect();
    }
    if (!box) return 'no cursor';
    const shown = visualViewport?.height ?? innerHeight;
    if (box.top < 0 || box.bottom > shown) return `${box.top}–${box.bottom} of ${shown}`;
    for (const y of [box.top + 5, box.bottom - 5]) {
      const seen = document.elementFromPoint(box.left + 1, y);
      if (!field.contains(seen))
        return `at ${y} of ${shown} behind ${seen?.outerHTML.slice(0, 80)}`;
    }
    return '';
  });

/** Types lines into the focused field; the caret must be visible after each. */
export async function writeLines(page: Page, count = 60): Promise<void> {
  for (let line = 1; line <= count; line++) {
    await page.keyboard.press('Enter');
    await page.keyboard.insertText(`行${line}`);
    await expectSoon(() => hiddenCaret(page), `line ${line}`).toBe('');
  }
}

/** Simulates a phone's keyboard over the page, as browsers report it. */
export const openKeyboard = (page: Page, height = 300): Promise<void> =>
  page.evaluate((covered) => {
    Object.defineProperty(visualViewport, 'height', {
      configurable: true,
      value: innerHeight - covered,
    });
    visualViewport?.dispatchEvent(new Event('resize'));
  }, height);
