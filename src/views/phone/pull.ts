/*
 * A pull at the top of a list that follows what is written: it is read anew. Imports nothing, as
 * site.ts.
 */

/** CSS pixels. */
const PULL = 72;
const sign = document.querySelector('.pull') as HTMLElement;
let from: number | undefined;

/** How far the finger has come down, in CSS pixels. */
const distance = ({ touches, changedTouches }: TouchEvent): number =>
  from === undefined ? 0 : ((touches[0] ?? changedTouches[0])?.clientY ?? from) - from;

addEventListener(
  'touchstart',
  ({ touches }) =>
    void (from = scrollY <= 0 && touches.length === 1 ? touches[0]?.clientY : undefined),
  { passive: true },
);
addEventListener(
  'touchmove',
  (event) =>
    sign.style.setProperty('--pull', String(Math.min(1, Math.max(0, distance(event) / PULL)))),
  { passive: true },
);
addEventListener('touchend', (event) => {
  if (distance(event) >= PULL) location.reload();
  else sign.style.removeProperty('--pull');
  from = undefined;
});
