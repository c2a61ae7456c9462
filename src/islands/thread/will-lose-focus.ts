/**
 * Whether the focus is lost when an element is removed: it is inside the element, or in a dialog
 * that was opened from it, whose button may be inactive by now.
 */
export const willLoseFocus = (element: Element): boolean =>
  element.contains(document.activeElement) ||
  (document.querySelector('.dialog') !== null &&
    (document.activeElement === document.body ||
      document.activeElement?.closest('.dialog') != null));
