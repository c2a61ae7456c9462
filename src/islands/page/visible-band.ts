/*
 * The part of the screen in which something can be seen: bars that stay while the page scrolls
 * (headers, tools, buttons of a form, tabs) cover the rest of it.
 */

export interface Band {
  top: number;
  bottom: number;
}

/** More bars than this don't lie one behind the other. */
const MAX_BARS = 5;

/** The bar that is seen at a point, unless the field is in it. */
function barAt(x: number, y: number, field: Element): DOMRect | undefined {
  let element = document.elementFromPoint(x, y);
  for (; element && !element.contains(field); element = element.parentElement)
    if (/^(sticky|fixed)$/.test(getComputedStyle(element).position))
      return element.getBoundingClientRect();
  return undefined;
}

/** What of a box isn't covered by bars, in the column of the screen at x. */
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

/** The window's part that the keyboard of a phone leaves. */
function windowBand(): Band {
  const view = window.visualViewport;
  return view
    ? { top: view.offsetTop, bottom: view.offsetTop + view.height }
    : { top: 0, bottom: innerHeight };
}

export interface Scroller {
  element: Element;
  /** What it shows of its content, in the column of the screen at x. */
  band(x: number): Band;
}

const scrolls = (element: Element): boolean =>
  /^(auto|scroll)$/.test(getComputedStyle(element).overflowY) &&
  element.scrollHeight > element.clientHeight;

/**
 * What scrolls a field, from the nearest to the outermost: the window, but for fields in a dialog,
 * which stands above the page.
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

/** What is seen of the field's surroundings, in the column of the screen at x. */
export function visibleBand(field: Element, x: number): Band {
  const bands = scrollersOf(field).map(({ band }) => band(x));
  return {
    top: Math.max(...bands.map(({ top }) => top)),
    bottom: Math.min(...bands.map(({ bottom }) => bottom)),
  };
}
