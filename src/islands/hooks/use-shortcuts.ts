import { useLayoutEffect } from 'react';

/** What takes keys itself: fields, dialogs, and menus, which find their items by letters. */
const isTyping = (target: EventTarget | null): boolean =>
  Boolean(
    (target as Element | null)?.closest('input, textarea, select, [role=dialog], [role=menu]'),
  );

/** Rows by which a key moves in a list: j down, k up; undefined for other keys. */
export const stepOfKey = (key: string): 1 | -1 | undefined =>
  key === 'j' ? 1 : key === 'k' ? -1 : undefined;

/**
 * Single keys of a page, outside of fields. `answer` says whether it has used the key. They are
 * answered as soon as what they belong to is on the screen: a later effect would lose the first.
 */
export function useShortcuts(answer: (key: string) => boolean): void {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      if (answer(event.key)) event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
}
