/**
 * Whether the focus is lost when an element is removed: it is inside the element, or in a dialog
 * that was opened from it.
 */
export const willLoseFocus = (element: Element): boolean =>
  element.contains(document.activeElement) || document.activeElement?.closest('.dialog') != null;
