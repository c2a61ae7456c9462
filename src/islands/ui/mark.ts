import { useStore } from '@nanostores/react';
import { $account } from '#stores/account.ts';
import { seemsMember } from '#stores/page.ts';
import { $marks, type Mark, type Reaction, reactionKey, toggle } from '#stores/reactions.ts';
import { pleaseLogin } from '#stores/tips.ts';

/** Whether the reader may act; tells a visitor to log in. */
export function mayAct(): boolean {
  if ($account.get() !== null && seemsMember()) return true;
  pleaseLogin();
  return false;
}

/** A like or favourite as it stands, and what a click on it does. */
export function useMark(reaction: Reaction, id: number): Mark & { press(): void } {
  const key = reactionKey(reaction, id);
  const marks = useStore($marks, { keys: [key] });
  return {
    ...(marks[key] ?? { on: false, count: 0 }),
    press: () => void (mayAct() && toggle(reaction, id)),
  };
}
