import type { Page } from 'playwright';

/**
 * Notes whatever moves by itself on the pages that this window opens from now on (CLS). What moves
 * within half a second after an input counts only with `afterInput`, for tests that give none:
 * Chromium takes the size that a phone's window gets as a page opens for an input.
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

/** What has moved on the page until now: how much, what, from where and to where. */
export const readLayoutShifts = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    // What was drawn last has been noted after two more frames.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    await new Promise((resolve) => setTimeout(resolve));
    return (window as unknown as { moves: string[] }).moves;
  });
