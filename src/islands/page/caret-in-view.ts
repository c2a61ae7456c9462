import { caretRect } from './caret-position.ts';
import { scrollersOf } from './visible-band.ts';

/*
 * The line that is being written stays in sight: browsers scroll it into the window and know
 * nothing of the bars there, nor of the keyboard of a phone.
 */

/** CSS pixels between the line and what covers the text above or below it. */
const MARGIN_PX = 12;

/** How far a line is out of the band: positive below it, negative above. */
function overshoot(line: DOMRect, band: { top: number; bottom: number }): number {
  const margin = Math.max(0, Math.min(MARGIN_PX, (band.bottom - band.top - line.height) / 2));
  if (line.height > band.bottom - band.top) return 0;
  if (line.bottom > band.bottom - margin) return line.bottom - band.bottom + margin;
  return Math.min(0, line.top - band.top - margin);
}

/** Scrolls until the cursor of the field is seen. */
export function showCaret(field: HTMLElement): void {
  // scrolling can make a bar stick: what is left is asked again
  for (const { element, band } of scrollersOf(field))
    for (const _ of [1, 2]) {
      const line = caretRect(field);
      if (!line) return;
      const by = overshoot(line, band(line.left));
      if (Math.abs(by) < 1) break;
      element.scrollBy({ top: by, behavior: 'instant' });
    }
}

/** Keeps the cursor of every text field of the page in view, for the page's life. */
export function keepCaretInView(): void {
  let isPressed = false;
  let isWaiting = false;
  const look = () => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      const field = document.activeElement;
      if (!isPressed && field instanceof HTMLElement && field.matches(':read-write'))
        showCaret(field);
    });
  };
  // What is pressed mustn't move: somebody puts the cursor somewhere, or selects text.
  document.addEventListener('pointerdown', () => (isPressed = true), true);
  for (const name of ['pointerup', 'pointercancel'])
    document.addEventListener(name, () => (isPressed = false), true);
  for (const name of ['input', 'selectionchange', 'focusin'])
    document.addEventListener(name, look, true);
  window.visualViewport?.addEventListener('resize', look);
  look();
}
