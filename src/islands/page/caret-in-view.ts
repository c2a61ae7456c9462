import { caretRect } from './caret-position.ts';
import { scrollersOf } from './visible-band.ts';

/* Scrolls the edited line into view: browsers ignore the page's bars and a phone's keyboard. */

/** CSS pixels between the line and bars above or below. */
const MARGIN_PX = 12;

/** The distance of a line from the band: positive below, negative above. */
function overshoot(line: DOMRect, band: { top: number; bottom: number }): number {
  const margin = Math.max(0, Math.min(MARGIN_PX, (band.bottom - band.top - line.height) / 2));
  if (line.height > band.bottom - band.top) return 0;
  if (line.bottom > band.bottom - margin) return line.bottom - band.bottom + margin;
  return Math.min(0, line.top - band.top - margin);
}

/** Scrolls until the field's cursor is visible. */
export function showCaret(field: HTMLElement): void {
  // scrolling can make a bar sticky, so the rest is measured again
  for (const { element, band } of scrollersOf(field))
    for (const _ of [1, 2]) {
      const line = caretRect(field);
      if (!line) return;
      const by = overshoot(line, band(line.left));
      if (Math.abs(by) < 1) break;
      element.scrollBy({ top: by, behavior: 'instant' });
    }
}

/** Tracks the cursor of all text fields for the lifetime of the page. */
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
  // Nothing moves during a press, which sets the cursor or selects text.
  document.addEventListener('pointerdown', () => (isPressed = true), true);
  for (const name of ['pointerup', 'pointercancel'])
    document.addEventListener(name, () => (isPressed = false), true);
  for (const name of ['input', 'selectionchange', 'focusin'])
    document.addEventListener(name, look, true);
  window.visualViewport?.addEventListener('resize', look);
  look();
}
