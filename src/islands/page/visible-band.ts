/* The visible part of the screen: sticky bars (headers, tools, buttons, tabs) cover the rest. */

export interface Band {
  top: number;
  bottom: number;
}

/** The maximum number of bars at one edge. */
const MAX_BARS = 5;

/** The bar at a point, unless it contains the field. */
function barAt(x: number, y: number, field: Element): DOMRect | undefined {
  let element = document.elementFromPoint(x, y);
  for (; element && !element.contains(field); element = element.parentElement)
    if (/^(sticky|fixed)$/.test(getComputedStyle(element).position))
      return element.getBoundingClientRect();
  return undefined;
}

/** The part of a box without bars, in the column of the screen at x. */
function withoutBars({ top, bottom }: Band, x: number, field: Element): Band {
  let [from, to] = [top, bottom];
  for (let count = 0; count < MAX_BARS && from < to; count++) {
    const bar = barAt(x, from + 1, field);
    if (!bar || bar.bottom <= from || bar.bottom >= to) break;
    from = bar.bottom;
  }
  for (let count = 0; count < MAX_BARS && from < to; count++) {
    const bar = barAt(x, to - 1, field);
    if (!bar || bar.top >= to || bar.top <= from) break;
    to = bar.top;
  }
  return { top: from, bottom: to };
}

/** The window's part that a phone's keyboard leaves. */
function windowBand(): Band {
  const view = window.visualViewport;
  return view
    ? { top: view.offsetTop, bottom: view.offsetTop + view.height }
    : { top: 0, bottom: innerHeight };
}

export interface Scroller {
  element: Element;
  /** The visible part of its content, in the column of the screen at x. */
  band(x: number): Band;
}

const scrolls = (element: Element): boolean =>
  /^(auto|scroll)$/.test(getComputedStyle(element).overflowY) &&
  element.scrollHeight > element.clientHeight;

/**
 * The scroll containers of a field, innermost first. The last is the window, except for fields in a
 * dialog, which is above the page.
 */
export function scrollersOf(field: Element): Scroller[] {
  const found: Scroller[] = [];
  const root = document.scrollingElement ?? document.documentElement;
  let element = field.parentElement;
  for (
    ;
    element && element !== root && element !== document.body;
    element = element.parentElement
  ) {
    const one = element;
    const isFixed = getComputedStyle(one).position === 'fixed';
    if (scrolls(one) || isFixed)
      found.push({
        element: one,
        band: (x) => {
          const { top, bottom } = one.getBoundingClientRect();
          const shown = windowBand();
          const box = { top: Math.max(top, shown.top), bottom: Math.min(bottom, shown.bottom) };
          return withoutBars(box, x, field);
        },
      });
    if (isFixed) return found;
  }
  return [...found, { element: root, band: (x) => withoutBars(windowBand(), x, field) }];
}

/** The visible area around a field, in the column of the screen at x. */
export function visibleBand(field: Element, x: number): Band {
  const bands = scrollersOf(field).map(({ band }) => band(x));
  return {
    top: Math.max(...bands.map(({ top }) => top)),
    bottom: Math.min(...bands.map(({ bottom }) => bottom)),
  };
}
