import type { TranslationKey } from '#i18n/translation-key.ts';
import { call } from '../core/api.ts';
import { showErrorToast, showToast } from '../core/toasts.ts';
import { showPendingPurges } from '../moderation/pending-purges.ts';
import type { QueueResult } from '../moderation/queue.ts';
import { refreshCounts } from './current-admin.ts';

/** Shows a toast, with an undo button if possible, after which `reload` runs. */
export function showUndoToast(
  key: TranslationKey,
  values: Record<string, string | number>,
  { undo, cdn }: QueueResult,
  reload: () => void,
): void {
  refreshCounts();
  const back = async () => {
    try {
      for (const { body } of undo) await call('POST /v2/admin/actions', { body });
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
  showPendingPurges(cdn);
}
