import type { Page } from 'playwright';

/** Changes a page's query without a load, as history navigation does. */
export const changeQuery = (page: Page, query: string): Promise<void> =>
  page.evaluate((search) => {
    history.pushState(null, '', location.pathname + search);
    dispatchEvent(new PopStateEvent('popstate'));
  }, query);
