const loadingByHref = new Map<string, Promise<void>>();

/**
 * Adds a stylesheet once; resolves after it has loaded or failed. The next call retries a failure.
 */
export function loadStylesheet(href: string): Promise<void> {
  const loading =
    loadingByHref.get(href) ??
    new Promise<void>((resolve) => {
      const link = document.createElement('link');
      link.rel = 'stylesheet';
      link.href = href;
      link.onload = () => resolve();
      link.onerror = () => {
        loadingByHref.delete(href);
        resolve();
      };
      document.head.append(link);
    });
  loadingByHref.set(href, loading);
  return loading;
}
