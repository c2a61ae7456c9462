import { useEffect, useRef, useState } from 'react';
import type { ContentPage } from '#client/account/my-content.ts';
import { showErrorToast } from '#client/core/toasts.ts';
import type { ReceivedMessage } from '#client/messages/message-from-wire.ts';
import {
  deleteMessage,
  loadMessages,
  type MessageTab,
  markAllRead,
  markMessageRead,
} from '#client/messages/messages.ts';
import { type Query, useQuery } from '../hooks/use-query.ts';

/** Milliseconds for which a deletion can be undone. */
const UNDO_MS = 6_000;

interface UndoableDelete {
  /** Ids of pending deletions. */
  deleting: ReadonlySet<number>;
  throwAway(message: ReceivedMessage): void;
  keep(message: ReceivedMessage): void;
}

/** Deletes messages after the time for an undo, or when the page is left. */
function useUndoableDelete(onDeleted: (ids: number[]) => void): UndoableDelete {
  const [deleting, setLeaving] = useState<ReadonlySet<number>>(new Set());
  const waiting = useRef(
    new Map<number, { message: ReceivedMessage; timer: ReturnType<typeof setTimeout> }>(),
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

interface MessageList {
  query: Query<ContentPage<ReceivedMessage>>;
  hasUnread: boolean;
  readAll(): void;
  /** Props of a message's component. */
  propsOf(message: ReceivedMessage): {
    message: ReceivedMessage;
    isDeleting: boolean;
    onRead(): void;
    onDelete(): void;
    onUndo(): void;
  };
}

/** A page of notifications, from 1, with its actions. */
export function useMessageList(category: MessageTab, page: number, limit?: number): MessageList {
  const query = useQuery(`${category}/${page}`, () => loadMessages(category, page, limit));
  const { value, update } = query;
  const deletions = useUndoableDelete((deletedIds) =>
    update((reply) => ({
      ...reply,
      items: reply.items.filter(({ id }) => !deletedIds.includes(id)),
    })),
  );
  const setRead = (which: (one: ReceivedMessage) => boolean) =>
    update((reply) => ({
      ...reply,
      items: reply.items.map((one) => (which(one) ? { ...one, isUnread: false } : one)),
    }));
  const readOne = (message: ReceivedMessage) => {
    if (!message.isUnread) return;
    setRead(({ id }) => id === message.id);
    markMessageRead(message).catch(showErrorToast);
  };
  return {
    query,
    hasUnread: value?.items.some(({ isUnread }) => isUnread) ?? false,
    readAll: () => {
      markAllRead(category).then(() => setRead(() => true), showErrorToast);
    },
    propsOf: (message) => ({
      message,
      isDeleting: deletions.deleting.has(message.id),
      onRead: () => readOne(message),
      onDelete: () => deletions.throwAway(message),
      onUndo: () => deletions.keep(message),
    }),
  };
}
