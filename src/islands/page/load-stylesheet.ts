/**
 * Adds a stylesheet to the page, and waits until it is there; without it what needs it would still
 * work.
 */
export async function loadStylesheet(href: string): Promise<void> {
  await new Promise<void>((resolve) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  });
}
