import { useLayoutEffect } from 'react';
import { areSingleKeysOn } from '#client/account/display.ts';

/** Elements that use keys themselves: fields, dialogs, and menus. */
const isTyping = (target: EventTarget | null): boolean =>
  Boolean(
    (target as Element | null)?.closest(
      'input, textarea, select, [contenteditable], [role$=dialog], [role=menu]',
    ),
  );

/** The row offset of a key in lists: j down, k up; undefined for other keys. */
export const stepOfKey = (key: string): 1 | -1 | undefined =>
  key === 'j' ? 1 : key === 'k' ? -1 : undefined;

/**
 * Handles single keys outside of fields, unless disabled (R42). If `answer` returns true,
 * views/site.ts doesn't get the key. A layout effect, to receive the first key.
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
