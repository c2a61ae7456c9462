let isScheduled = false;

/**
 * Asks the page's own script to finish what was drawn just now (times, code, what scrolls): once
 * for all of it, before it is seen.
 */
export function notifyRendered(): void {
  if (isScheduled) return;
  isScheduled = true;
  queueMicrotask(() => {
    isScheduled = false;
    document.dispatchEvent(new Event('drawn'));
  });
}
