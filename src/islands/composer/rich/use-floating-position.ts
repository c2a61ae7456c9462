import { useLayoutEffect, useRef } from 'react';
import { caretRect } from '../../page/caret-position.ts';
import { type Band, visibleBand } from '../../page/visible-band.ts';

/** CSS pixels between a floating element and its anchor, or the edge of the visible area. */
const GAP_PX = 6;
const MIN_HEIGHT_PX = 96;

type Side = 'above' | 'below';

interface Position {
  top: number;
  maxHeight: number;
}

/**
 * On the given side of the anchor if it fits, else on the other, else where more space is. If both
 * are too small, at the end of the view away from the cursor.
 */
export function choosePlace(
  anchor: Band,
  height: number,
  seen: Band,
  { side, caret }: { side: Side; caret: number },
): Position {
  const space = {
    above: anchor.top - seen.top - 2 * GAP_PX,
    below: seen.bottom - anchor.bottom - 2 * GAP_PX,
  };
  const other = side === 'above' ? 'below' : 'above';
  const larger = space.below > space.above ? 'below' : 'above';
  const chosen = [side, other].find((one) => space[one as Side] >= height) as Side | undefined;
  const at = chosen ?? larger;
  if (chosen || space[at] >= MIN_HEIGHT_PX) {
    const used = Math.min(height, space[at]);
    return {
      top: at === 'above' ? anchor.top - GAP_PX - used : anchor.bottom + GAP_PX,
      maxHeight: space[at],
    };
  }
  const isCaretLow = caret > (seen.top + seen.bottom) / 2;
  return {
    top: isCaretLow ? seen.top + GAP_PX : seen.bottom - GAP_PX - height,
    maxHeight: seen.bottom - seen.top - 2 * GAP_PX,
  };
}

function placeElement(element: HTMLElement, field: HTMLElement, anchor: DOMRect, side: Side): void {
  const around = element.offsetParent;
  if (!around || getComputedStyle(element).position === 'static') return;
  const box = around.getBoundingClientRect();
  const band = visibleBand(field, Math.max(anchor.left, box.left) + 1);
  // the toolbar is above the text until it becomes sticky
  const seen = { ...band, top: Math.max(band.top, field.getBoundingClientRect().top) };
  element.style.maxBlockSize = '';
  const { width, height } = element.getBoundingClientRect();
  const caret = caretRect(field)?.top ?? anchor.top;
  const { top, maxHeight } = choosePlace(anchor, height, seen, { side, caret });
  const left = Math.max(box.left, Math.min(anchor.left, box.right - GAP_PX - width));
  const isSeen = anchor.bottom > seen.top && anchor.top < seen.bottom;
  Object.assign(element.style, {
    left: `${left - box.left - around.clientLeft + around.scrollLeft}px`,
    top: `${top - box.top - around.clientTop + around.scrollTop}px`,
    maxBlockSize: `${maxHeight}px`,
    visibility: isSeen || element.contains(document.activeElement) ? '' : 'hidden',
  });
}

/** Positions an element at its anchor, within the visible part of a field. Returns its ref. */
export function useFloatingPosition(
  field: HTMLElement,
  anchor: () => DOMRect | null | undefined,
  side: Side,
): (element: HTMLElement | null) => void {
  const placed = useRef<HTMLElement>(null);
  const reposition = useRef(() => {});
  reposition.current = () => {
    const rect = anchor();
    // an element that was just re-rendered has no height yet
    const at = rect?.height ? rect : caretRect(field);
    if (placed.current && at) placeElement(placed.current, field, at, side);
  };
  useLayoutEffect(() => reposition.current());
  useLayoutEffect(() => {
    const update = () => reposition.current();
    const observer = new ResizeObserver(update);
    observer.observe(field);
    if (placed.current) observer.observe(placed.current);
    const options = { capture: true, passive: true };
    addEventListener('scroll', update, options);
    addEventListener('resize', update);
    document.addEventListener('selectionchange', update);
    return () => {
      observer.disconnect();
      removeEventListener('scroll', update, options);
      removeEventListener('resize', update);
      document.removeEventListener('selectionchange', update);
    };
  }, [field]);
  return (element) => {
    placed.current = element;
  };
}
