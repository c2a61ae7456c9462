import { type RefObject, useLayoutEffect, useRef } from 'react';

/** How far from its end (CSS pixels) a list still counts as read to the end. */
const NEAR_END_PX = 8;

/**
 * Keeps the end of a list that scrolls in view when a letter comes or goes (`newest`, `sending`),
 * and while what stands in it grows: letters are drawn before their text can be made safe, and
 * pictures come later. Who scrolls up stays there.
 */
export function useScrollToEnd(
  newest: number | undefined,
  sending: number,
): RefObject<HTMLOListElement | null> {
  const list = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: letters come and go
  useLayoutEffect(() => {
    const box = list.current;
    if (!box) return;
    let atEnd = true;
    let last = 0;
    const scrollToEnd = () => {
      if (!atEnd) return;
      box.scrollTop = box.scrollHeight;
      last = box.scrollTop;
    };
    const followReader = () => {
      if (box.scrollHeight - box.clientHeight - box.scrollTop < NEAR_END_PX) atEnd = true;
      // What grew since also puts the end out of view, but only a reader goes up.
      else if (box.scrollTop < last) atEnd = false;
      last = box.scrollTop;
    };
    scrollToEnd();
    const sizes = new ResizeObserver(scrollToEnd);
    for (const one of [box, ...box.children]) sizes.observe(one);
    box.addEventListener('scroll', followReader, { passive: true });
    return () => {
      sizes.disconnect();
      box.removeEventListener('scroll', followReader);
    };
  }, [newest, sending]);
  return list;
}
