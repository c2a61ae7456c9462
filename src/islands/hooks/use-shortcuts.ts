import { useLayoutEffect } from 'react';
import { areSingleKeysOn } from '#client/account/display.ts';

/** What takes keys itself: fields, dialogs, and menus, which find their items by letters. */
const isTyping = (target: EventTarget | null): boolean =>
  Boolean(
    (target as Element | null)?.closest(
      'input, textarea, select, [contenteditable], [role$=dialog], [role=menu]',
    ),
  );

/** Rows by which a key moves in a list: j down, k up; undefined for other keys. */
export const stepOfKey = (key: string): 1 | -1 | undefined =>
  key === 'j' ? 1 : key === 'k' ? -1 : undefined;

/**
 * Single keys of a page, outside of fields, unless the reader has turned them off (R42). `answer`
 * returns whether it has used the key: the page's own script (views/site.ts) doesn't get it then.
 * A later effect than this one would lose the first key.
 */
export function useShortcuts(answer: (key: string) => boolean): void {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      if (!areSingleKeysOn() || !answer(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener('keydown', press, true);
    return () => removeEventListener('keydown', press, true);
  });
}
