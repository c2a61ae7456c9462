/** Whether removing an element loses the focus: it is inside, or in a dialog opened from it. */
export const willLoseFocus = (element: Element): boolean =>
  element.contains(document.activeElement) ||
  (document.querySelector('.dialog') !== null &&
    (document.activeElement === document.body ||
      document.activeElement?.closest('.dialog') != null));
