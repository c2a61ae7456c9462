import type { Page } from 'playwright';
import { expectSoon } from './browser.ts';

/**
 * Waits until this many overlays have a history entry on a phone's page. A closed overlay's entry
 * is removed later (client/core/overlay-history.ts), which would cancel another navigation.
 */
export const waitForOverlayEntries = (page: Page, count = 0): Promise<void> =>
  expectSoon(() =>
    page.evaluate(() => (history.state as { sheets?: number } | null)?.sheets ?? 0),
  ).toBe(count);
