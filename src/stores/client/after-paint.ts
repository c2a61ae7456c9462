/**
 * Resolves when what was drawn until now is on the screen; at once where nobody looks, as nothing
 * is painted there.
 */
export const afterPaint = (): Promise<void> =>
  document.hidden
    ? Promise.resolve()
    : new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
