import type { Page } from 'playwright';
import { expectSoon } from './browser.ts';

/**
 * Waits until as many overlays have an entry in the history of a phone's page. That of a closed one
 * goes a moment later (client/core/overlay-history.ts), by a navigation that another one would
 * break off.
 */
export const waitForOverlayEntries = (page: Page, count = 0): Promise<void> =>
  expectSoon(() =>
    page.evaluate(() => (history.state as { sheets?: number } | null)?.sheets ?? 0),
  ).toBe(count);
