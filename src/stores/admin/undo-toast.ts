import type { TranslationKey } from '#i18n/translation-key.ts';
import { callAddress } from '../client/api.ts';
import { showErrorToast, showToast } from '../client/toasts.ts';
import { refreshCounts } from './current-admin.ts';

/** What actions of administrators answer. */
export interface AdminActionResult {
  changed: number[];
  /** The calls that undo it, in order. */
  undo: { path: string; body: Record<string, unknown> }[];
}

/**
 * Shows a toast for an action, with an undo button where it can be undone; `again` then loads what
 * it changed.
 */
export function showUndoToast(
  key: TranslationKey,
  values: Record<string, string | number>,
  undo: AdminActionResult['undo'],
  reload: () => void,
): void {
  refreshCounts();
  const back = async () => {
    try {
      for (const { path, body } of undo) await callAddress('POST', path, { body });
      showToast({ key: 'admin.undone' });
    } catch (error) {
      showErrorToast(error);
    }
    reload();
    refreshCounts();
  };
  showToast({
    key,
    values,
    ...(undo.length > 0 ? { action: { key: 'admin.undo', run: () => void back() } } : {}),
  });
}
