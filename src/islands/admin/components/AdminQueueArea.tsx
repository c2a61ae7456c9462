import { useStore } from '@nanostores/react';
import { type ReactNode, useMemo } from 'react';
import { $currentAdmin } from '#client/admin/current-admin.ts';
import { showUndoToast } from '#client/admin/undo-toast.ts';
import { QueueAreaContext } from '../../moderation/queue/queue-area.ts';

/** Makes what moderators' queues are made of call, and undo, by the session of the admin area. */
export function AdminQueueArea({ children }: { children: ReactNode }) {
  const readerId = useStore($currentAdmin)?.id;
  const area = useMemo(
    () => ({ calls: 'admin' as const, readerId, showDone: showUndoToast }),
    [readerId],
  );
  return <QueueAreaContext value={area}>{children}</QueueAreaContext>;
}
