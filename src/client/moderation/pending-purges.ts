import type { PendingPurgesWire } from '#contracts/wire/moderation.ts';
import { formatDuration } from '#i18n/format.ts';
import { pageLang } from '../core/page-info.ts';
import { showToast } from '../core/toasts.ts';

/** Warns that the CDN may still show removed content. */
export function showPendingPurges(pending: PendingPurgesWire | undefined): void {
  if (!pending) return;
  showToast({
    key: 'moderation.cdnPending',
    values: { count: pending.waiting, age: formatDuration(pageLang(), pending.oldest) },
    isError: true,
  });
}
