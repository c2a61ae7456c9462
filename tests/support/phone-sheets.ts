import type { Page } from 'playwright';
import type { TFunction } from '#i18n/translation-key.ts';
import {
  accessibilityProblems,
  accessibilityProblemsWithin,
  colourProblems,
  expectSoon,
} from './browser.ts';
import { findSmallTargets } from './touch-targets.ts';

/* What opens on a phone, one after the other on a page, and what may be wrong with it. */

export interface Sheet {
  /** What it is, as a failure says it. */
  name: string;
  open(page: Page, t: TFunction): Promise<unknown>;
  /** What holds it. */
  within: string;
  /** Puts it away; the Escape key unless told. */
  close?(page: Page, t: TFunction): Promise<void>;
}

/** What somebody opens one after the other on a page. */
export interface Screen {
  /** Whose it is, as a test says it. */
  name: string;
  as?: number;
  /** Below /phone/{language}/. */
  at(): string;
  /** What shows that its islands are there. */
  ready?: string;
  sheets: readonly Sheet[];
  /** Waits until it leaves nothing for the next test. */
  leave?(): Promise<void>;
}

/** What opens over the page, at the screen's end. */
const isOverlay = ({ within }: Sheet): boolean =>
  ['.dialog', '.sharing', '.menu[role="menu"]', '.reply-sheet'].includes(within);

/**
 * The faults of an open sheet, held upright as the phone is and lying, in both themes; axe looks at
 * all of the page when it is the first there.
 */
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

/** Puts a sheet away. */
export async function putAway(page: Page, t: TFunction, sheet: Sheet): Promise<void> {
  await (sheet.close?.(page, t) ?? page.keyboard.press('Escape'));
  await page.locator(sheet.within).first().waitFor({ state: 'hidden' });
}
