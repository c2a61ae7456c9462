/** Keeps what is written in sight; the file for it is fetched when a text field is first used. */
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
