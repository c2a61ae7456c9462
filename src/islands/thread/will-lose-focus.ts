/**
 * Whether something that goes takes the keyboard's place with it: it was taken away from here, or
 * by a dialog.
 */
export const willLoseFocus = (element: Element): boolean =>
  element.contains(document.activeElement) || document.activeElement?.closest('.dialog') != null;
