/** Fetches caret-in-view.ts at the first use of a text field. */
export function watchCaret(): void {
  const load = ({ target }: FocusEvent) => {
    if (!(target as Element).matches(':read-write')) return;
    document.removeEventListener('focusin', load);
    import('./caret-in-view.ts').then(
      ({ keepCaretInView }) => keepCaretInView(),
      () => document.addEventListener('focusin', load),
    );
  };
  document.addEventListener('focusin', load);
}
