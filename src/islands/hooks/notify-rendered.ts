let isScheduled = false;

/** Asks the page's script to decorate new content before the paint; batches calls. */
export function notifyRendered(): void {
  if (isScheduled) return;
  isScheduled = true;
  queueMicrotask(() => {
    isScheduled = false;
    document.dispatchEvent(new Event('drawn'));
  });
}
