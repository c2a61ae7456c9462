/**
 * Adds a stylesheet to the page and waits until it has loaded. A failure is ignored: the page works
 * without it.
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
