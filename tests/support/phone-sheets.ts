import type { Page } from 'playwright';
import type { TFunction } from '#i18n/translation-key.ts';
import {
  accessibilityProblems,
  accessibilityProblemsWithin,
  colourProblems,
  expectSoon,
} from './browser.ts';
import { findSmallTargets } from './touch-targets.ts';

export interface Sheet {
  /** Name for failure messages. */
  name: string;
  open(page: Page, t: TFunction): Promise<unknown>;
  /** Selector of its element. */
  within: string;
  /** Closes it; by default with the Escape key. */
  close?(page: Page, t: TFunction): Promise<void>;
}

/** A page and the sheets that a test opens on it, one after the other. */
export interface Screen {
  /** Name for test titles. */
  name: string;
  as?: number;
  /** Below /phone/{language}/. */
  at(): string;
  /** Selector that appears once the islands have loaded. */
  ready?: string;
  sheets: readonly Sheet[];
  /** Restores the state for the next test. */
  leave?(): Promise<void>;
}

/** Whether it covers the page at the screen's end. */
const isOverlay = ({ within }: Sheet): boolean =>
  ['.dialog', '.sharing', '.menu[role="menu"]', '.reply-sheet'].includes(within);

/** Faults of an open sheet in both orientations and themes; the first one includes the page. */
export async function findSheetFaults(
  page: Page,
  sheet: Sheet,
  phone: { width: number; height: number },
  isFirst: boolean,
): Promise<string[]> {
  const faults = await (isFirst
    ? accessibilityProblems(page)
    : accessibilityProblemsWithin(page, sheet.within));
  await page.emulateMedia({ colorScheme: 'dark' });
  faults.push(...(await colourProblems(page, sheet.within)));
  await page.emulateMedia({ colorScheme: 'light' });
  for (const [width, height] of [
    [phone.width, phone.height],
    [phone.height, phone.width],
  ] as const) {
    await page.setViewportSize({ width, height });
    faults.push(...(await findSmallTargets(page, sheet.within)));
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
      faults.push(`scrolls sideways at ${width} × ${height}`);
    if (isOverlay(sheet))
      await expectSoon(async () => {
        const box = await page.locator(sheet.within).boundingBox();
        return box && [box.y >= 0, Math.round(box.y + box.height), box.width];
      }, `${sheet.name} at ${width} × ${height}`).toEqual([true, height, Math.min(width, 704)]);
  }
  return faults.map((fault) => `${sheet.name}: ${fault}`);
}

export async function closeSheet(page: Page, t: TFunction, sheet: Sheet): Promise<void> {
  await (sheet.close?.(page, t) ?? page.keyboard.press('Escape'));
  await page.locator(sheet.within).first().waitFor({ state: 'hidden' });
}
