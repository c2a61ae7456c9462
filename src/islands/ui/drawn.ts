let asked = false;

/**
 * Asks the page's own script to finish what was drawn just now (times, code, what scrolls): once
 * for all of it, before it is seen.
 */
export function tellDrawn(): void {
  if (asked) return;
  asked = true;
  queueMicrotask(() => {
    asked = false;
    document.dispatchEvent(new Event('drawn'));
  });
}
