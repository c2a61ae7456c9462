import { useEffect, useRef, useState } from 'react';
import { showErrorToast } from '#client/core/toasts.ts';
import { deleteMessage } from '#client/messages/messages.ts';
import type { MessageWire } from '#contracts/wire/own-content.ts';

/** Milliseconds for which a deletion can be undone. */
const UNDO_MS = 6_000;

interface UndoableDelete {
  /** Ids of messages whose deletion is pending. */
  deleting: ReadonlySet<number>;
  throwAway(message: MessageWire): void;
  keep(message: MessageWire): void;
}

/** Deletes messages after a while in which that can be undone; at once when the page is left. */
export function useUndoableDelete(onDeleted: (ids: number[]) => void): UndoableDelete {
  const [deleting, setLeaving] = useState<ReadonlySet<number>>(new Set());
  const waiting = useRef(
    new Map<number, { message: MessageWire; timer: ReturnType<typeof setTimeout> }>(),
  );
  const unmark = (id: number) => setLeaving((now) => new Set([...now].filter((one) => one !== id)));
  const deleteNow = (id: number) => {
    const found = waiting.current.get(id);
    if (!found) return;
    clearTimeout(found.timer);
    waiting.current.delete(id);
    deleteMessage(found.message).then(
      () => onDeleted([id]),
      (error: unknown) => {
        unmark(id);
        showErrorToast(error);
      },
    );
  };
  const latest = useRef(deleteNow);
  latest.current = deleteNow;
  useEffect(() => {
    const all = () => {
      for (const id of [...waiting.current.keys()]) latest.current(id);
    };
    addEventListener('pagehide', all);
    return () => {
      removeEventListener('pagehide', all);
      all();
    };
  }, []);
  return {
    deleting,
    throwAway(message) {
      waiting.current.set(message.id, {
        message,
        timer: setTimeout(() => latest.current(message.id), UNDO_MS),
      });
      setLeaving((now) => new Set([...now, message.id]));
    },
    keep({ id }) {
      clearTimeout(waiting.current.get(id)?.timer);
      waiting.current.delete(id);
      unmark(id);
    },
  };
}
