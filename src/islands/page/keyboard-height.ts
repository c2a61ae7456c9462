/*
 * Sets --keyboard to the height of a phone's keyboard, which covers the page without resizing it.
 */

/** CSS pixels; lower covered areas are bars of the browser. */
const MIN_KEYBOARD_HEIGHT_PX = 100;

/** Tracks the keyboard for the lifetime of the page. */
export function trackKeyboardHeight(): void {
  const view = window.visualViewport;
  if (!view) return;
  const update = () => {
    // zooming also shrinks the visual viewport
    const covered = view.scale > 1 ? 0 : innerHeight - view.height - view.offsetTop;
    document.documentElement.style.setProperty(
      '--keyboard',
      `${covered > MIN_KEYBOARD_HEIGHT_PX ? Math.round(covered) : 0}px`,
    );
  };
  view.addEventListener('resize', update);
  view.addEventListener('scroll', update);
}
