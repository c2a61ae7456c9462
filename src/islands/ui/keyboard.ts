/*
 * A phone's keyboard lies over the page without making it smaller. How high it is stands in
 * --keyboard on the root, for what must stay above it.
 */

/**
 * CSS pixels that nothing but a keyboard covers; bars of the browser that come and go are lower.
 */
const LEAST = 100;

/** Follows the keyboard for as long as the page stands. */
export function followKeyboard(): void {
  const view = window.visualViewport;
  if (!view) return;
  const follow = () => {
    // Somebody who zooms sees less of the page, too.
    const covered = view.scale > 1 ? 0 : innerHeight - view.height - view.offsetTop;
    document.documentElement.style.setProperty(
      '--keyboard',
      `${covered > LEAST ? Math.round(covered) : 0}px`,
    );
  };
  view.addEventListener('resize', follow);
  view.addEventListener('scroll', follow);
}
