/** Whether the form around an element has the focus, which a late editor must not take. */
export const isFocusInForm = (element: Element): boolean =>
  element.closest('form')?.contains(document.activeElement) ?? false;
