import type { Page } from 'playwright';

/** Start of a layout shift in milliseconds since the navigation, and its description. */
type Shift = readonly [startTime: number, text: string];

/**
 * Records layout shifts (CLS) on the pages that this window opens from now on. Shifts within half a
 * second after an input count with `afterInput` only, for tests without inputs: Chromium counts the
 * initial resize of a phone's window as an input.
 */
export async function watchLayoutShifts(page: Page, { afterInput = false } = {}): Promise<void> {
  await page.addInitScript((all) => {
    const moves: Shift[] = [];
    Object.assign(window, { moves, parsed: Number.POSITIVE_INFINITY });
    document.addEventListener('readystatechange', () => {
      if (document.readyState !== 'interactive') return;
      // The next frame draws the end of the document, and the one after it only later changes.
      const setParsed = () => Object.assign(window, { parsed: performance.now() });
      requestAnimationFrame(() => requestAnimationFrame(setParsed));
    });
    const name = (node: Node | null): string =>
      node instanceof Element
        ? [`${node.localName}${node.id && `#${node.id}`}`, ...node.classList].join('.')
        : (node?.parentElement?.localName ?? 'gone');
    const place = ({ x, y, width, height }: DOMRectReadOnly): string =>
      [x, y, width, height].map(Math.round).join(' ');
    type ShiftEntry = PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    };
    new PerformanceObserver((list) => {
      for (const { startTime, value, hadRecentInput, sources } of list.getEntries() as ShiftEntry[])
        if (all || !hadRecentInput)
          moves.push([
            startTime,
            `${value.toFixed(4)}: ${sources.map(({ node, previousRect, currentRect }) => `${name(node)} (${place(previousRect)} → ${place(currentRect)})`).join(', ')}`,
          ]);
    }).observe({ type: 'layout-shift', buffered: true });
  }, afterInput);
}

/**
 * The recorded layout shifts: score, element, old and new position. Those before the whole document
 * is drawn count with `whileParsing` only: a busy machine draws documents that end anywhere, even
 * in the middle of a line. slow-network.test.ts decides where they end.
 */
export const readLayoutShifts = (page: Page, { whileParsing = false } = {}): Promise<string[]> =>
  page.evaluate(async (all) => {
    // The last shift is recorded two frames after drawing.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    await new Promise((resolve) => setTimeout(resolve));
    const { moves, parsed } = window as unknown as { moves: Shift[]; parsed: number };
    return moves.filter(([startTime]) => all || startTime > parsed).map(([, text]) => text);
  }, whileParsing);
