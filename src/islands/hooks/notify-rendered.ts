let isScheduled = false;

/**
 * Asks the page's own script to decorate new content (times, code, scroll containers), once per
 * frame and before it is painted.
 */
export function notifyRendered(): void {
  if (isScheduled) return;
  isScheduled = true;
  queueMicrotask(() => {
    isScheduled = false;
    document.dispatchEvent(new Event('drawn'));
  });
}
