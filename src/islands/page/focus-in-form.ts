/**
 * Whether a control of the form around an element has the focus. What comes late, such as an editor
 * on a slow network, doesn't take it from there.
 */
export const isFocusInForm = (element: Element): boolean =>
  element.closest('form')?.contains(document.activeElement) ?? false;
