import { useStore } from '@nanostores/react';
import { createContext, useContext } from 'react';
import { $account } from '#client/account/account.ts';
import { showActionNotice } from '#client/moderation/action-notice.ts';
import type { QueueCalls, QueueResult } from '#client/moderation/queue.ts';
import type { TranslationKey } from '#i18n/translation-key.ts';

/** The queue's environment: the site, or the admin area. */
export interface QueueArea {
  calls: QueueCalls;
  readerId: number | undefined;
  /** Shows the result with an undo, after which `reload` is called. */
  showDone(
    key: TranslationKey,
    values: Record<string, string | number>,
    result: QueueResult,
    reload: () => void,
  ): void;
}

/** Provided by the admin area; otherwise the site is used. */
export const QueueAreaContext = createContext<QueueArea | undefined>(undefined);

const showDoneOnSite: QueueArea['showDone'] = (key, values, { undo, cdn }, reload) =>
  showActionNotice({ key, values, undo: undo.map(({ body }) => ({ perform: body })), cdn }, reload);

export function useQueueArea(): QueueArea {
  const readerId = useStore($account)?.id;
  return (
    useContext(QueueAreaContext) ?? { calls: 'moderation', readerId, showDone: showDoneOnSite }
  );
}
