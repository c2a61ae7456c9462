import type { Page } from 'playwright';

/** Minimum size of a touch target in each direction, in CSS pixels (R42). */
const MIN_TARGET_PX = 44;

/**
 * The visible controls within an element that are too small for touch. A control has the size of
 * its label or of a larger layer below it. Links in a line of text are exempt (WCAG 2.5.8).
 */
export function findSmallTargets(page: Page, within: string): Promise<string[]> {
  return page.locator(within).evaluateAll((containers, least) => {
    const CONTROLS =
      'a[href], button, input, select, textarea, summary, [contenteditable="true"], [role="option"], [role="slider"], [role="menuitem"]';
    const REACH = least / 2 - 1;
    const seen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.getBoundingClientRect().width > 1;
    const labelled = (control: Element): Element[] => [
      control,
      ...((control as HTMLInputElement).labels ?? []),
    ];
    const inText = (control: Element): boolean => {
      const line = control.parentElement?.closest(
        'p, li, dd, label, .meta, .dots, .prose, .message-text',
      );
      if (!line || !control.matches('a')) return false;
      const rest = document.createElement('div');
      rest.append(...[...line.childNodes].map((node) => node.cloneNode(true)));
      for (const other of rest.querySelectorAll('a, button, .vh')) other.remove();
      return (rest.textContent ?? '').replace(/[\s·]/g, '') !== '';
    };
    const fits = ({ width, height }: DOMRect) => width >= least && height >= least;
    /** Whether a touch at this distance from its middle still hits the control. */
    const reaches = (control: Element): boolean => {
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { left, top, width, height } = control.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      return [
        [x - REACH, y],
        [x + REACH, y],
        [x, y - REACH],
        [x, y + REACH],
      ].every(([across, down]) => {
        const hit = document.elementFromPoint(across as number, down as number);
        return hit !== null && labelled(control).some((one) => one.contains(hit));
      });
    };
    const controls = containers.flatMap((container) => [...container.querySelectorAll(CONTROLS)]);
    return controls
      .filter((control) => labelled(control).some(seen) && !(control as HTMLElement).hidden)
      .filter(
        (control) =>
          !labelled(control).some((one) => seen(one) && fits(one.getBoundingClientRect())) &&
          !inText(control) &&
          !reaches(control),
      )
      .map((control) => {
        const { width, height } = control.getBoundingClientRect();
        return `${Math.round(width)} × ${Math.round(height)} ${control.outerHTML.slice(0, 120)}`;
      });
  }, MIN_TARGET_PX);
}
