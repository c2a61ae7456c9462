import { stepOfKey } from '../hooks/use-shortcuts.ts';
import type { TextsValue } from '../hooks/use-texts.ts';
import { moveInList } from '../page/move-in-list.ts';

/** Handles a page's single keys: J and K move in lists, "?" shows the shortcuts (R42). */
export async function answerKey(key: string, texts: TextsValue): Promise<void> {
  const step = stepOfKey(key);
  if (step) {
    moveInList(step);
    return;
  }
  const { showShortcuts } = await import('./show-shortcuts.tsx');
  await showShortcuts(texts);
}
