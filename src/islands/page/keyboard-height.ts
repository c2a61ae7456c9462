/*
 * A phone's keyboard covers the page without resizing it. Its height stands in --keyboard on the
 * root element, for elements that must stay above it.
 */

/** CSS pixels above which a covered area is a keyboard; bars of the browser are lower. */
const MIN_KEYBOARD_HEIGHT_PX = 100;

/** Tracks the height of the keyboard for the page's life. */
export function trackKeyboardHeight(): void {
  const view = window.visualViewport;
  if (!view) return;
  const update = () => {
    // zooming shrinks the visual viewport, too
    const covered = view.scale > 1 ? 0 : innerHeight - view.height - view.offsetTop;
    document.documentElement.style.setProperty(
      '--keyboard',
      `${covered > MIN_KEYBOARD_HEIGHT_PX ? Math.round(covered) : 0}px`,
    );
  };
  view.addEventListener('resize', update);
  view.addEventListener('scroll', update);
}
