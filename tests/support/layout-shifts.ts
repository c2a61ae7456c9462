import type { Page } from 'playwright';

/**
 * Records layout shifts (CLS) on the pages that this window opens from now on. Shifts within half a
 * second after an input count with `afterInput` only, for tests without inputs: Chromium counts the
 * initial resize of a phone's window as an input.
 */
export async function watchLayoutShifts(page: Page, { afterInput = false } = {}): Promise<void> {
  await page.addInitScript((all) => {
    const moves: string[] = [];
    Object.assign(window, { moves });
    const name = (node: Node | null): string =>
      node instanceof Element
        ? [`${node.localName}${node.id && `#${node.id}`}`, ...node.classList].join('.')
        : (node?.parentElement?.localName ?? 'gone');
    const place = ({ x, y, width, height }: DOMRectReadOnly): string =>
      [x, y, width, height].map(Math.round).join(' ');
    type Shift = PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    };
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[])
        if (all || !hadRecentInput)
          moves.push(
            `${value.toFixed(4)}: ${sources.map(({ node, previousRect, currentRect }) => `${name(node)} (${place(previousRect)} → ${place(currentRect)})`).join(', ')}`,
          );
    }).observe({ type: 'layout-shift', buffered: true });
  }, afterInput);
}

/** The recorded layout shifts: score, element, old and new position. */
export const readLayoutShifts = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    // The last shift is recorded two frames after drawing.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    await new Promise((resolve) => setTimeout(resolve));
    return (window as unknown as { moves: string[] }).moves;
  });
