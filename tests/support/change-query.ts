import type { Page } from 'playwright';

/**
 * Gives a page another query in place, as going back and forward do: what stands in it follows
 * without a load.
 */
export const changeQuery = (page: Page, query: string): Promise<void> =>
  page.evaluate((search) => {
    history.pushState(null, '', location.pathname + search);
    dispatchEvent(new PopStateEvent('popstate'));
  }, query);
