/* Pull to refresh at the top of a list. It imports nothing, like site.ts. */

const PULL_PIXELS = 72;
const indicator = document.querySelector('.pull') as HTMLElement;
let startY: number | undefined;

const pulledPixels = ({ touches, changedTouches }: TouchEvent): number =>
  startY === undefined ? 0 : ((touches[0] ?? changedTouches[0])?.clientY ?? startY) - startY;

addEventListener(
  'touchstart',
  ({ touches }) =>
    void (startY = scrollY <= 0 && touches.length === 1 ? touches[0]?.clientY : undefined),
  { passive: true },
);
addEventListener(
  'touchmove',
  (event) =>
    indicator.style.setProperty(
      '--pull',
      String(Math.min(1, Math.max(0, pulledPixels(event) / PULL_PIXELS))),
    ),
  { passive: true },
);
addEventListener('touchend', (event) => {
  if (pulledPixels(event) >= PULL_PIXELS) location.reload();
  else indicator.style.removeProperty('--pull');
  startY = undefined;
});
