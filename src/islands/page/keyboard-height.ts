/*
 * A phone's keyboard lies over the page without making it smaller. How high it is stands in
 * --keyboard on the root, for what must stay above it.
 */

/**
 * CSS pixels that nothing but a keyboard covers; bars of the browser that come and go are lower.
 */
const MIN_KEYBOARD_HEIGHT_PX = 100;

/** Follows the keyboard for as long as the page stands. */
export function trackKeyboardHeight(): void {
  const view = window.visualViewport;
  if (!view) return;
  const update = () => {
    // Somebody who zooms sees less of the page, too.
    const covered = view.scale > 1 ? 0 : innerHeight - view.height - view.offsetTop;
    document.documentElement.style.setProperty(
      '--keyboard',
      `${covered > MIN_KEYBOARD_HEIGHT_PX ? Math.round(covered) : 0}px`,
    );
  };
  view.addEventListener('resize', update);
  view.addEventListener('scroll', update);
}
