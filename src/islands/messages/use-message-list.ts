import { showErrorToast } from '#client/core/toasts.ts';
import {
  loadMessages,
  type MessageTab,
  markAllRead,
  markMessageRead,
} from '#client/messages/messages.ts';
import type { MessagesReplyWire, MessageWire } from '#contracts/wire/own-content.ts';
import { type Query, useQuery } from '../hooks/use-query.ts';
import { useUndoableDelete } from './use-undoable-delete.ts';

interface MessageList extends Pick<Query<MessagesReplyWire>, 'value' | 'failure' | 'reload'> {
  hasUnread: boolean;
  readAll(): void;
  /** Of a message's component. */
  propsOf(message: MessageWire): {
    message: MessageWire;
    isDeleting: boolean;
    onRead(): void;
    onDelete(): void;
    onUndo(): void;
  };
}

/** A page of notifications, from 1, and what can be done with them. */
export function useMessageList(category: MessageTab, page: number, limit?: number): MessageList {
  const { value, failure, reload, update } = useQuery(`${category}/${page}`, () =>
    loadMessages(category, page, limit),
  );
  const deletions = useUndoableDelete((deletedIds) =>
    update((reply) => ({
      ...reply,
      data: reply.data.filter((one) => !deletedIds.includes(one.id)),
    })),
  );
  const setRead = (which: (one: MessageWire) => boolean) =>
    update((reply) => ({
      ...reply,
      data: reply.data.map((one) => (which(one) ? { ...one, is_new: 1 } : one)),
    }));
  const readOne = (message: MessageWire) => {
    if (message.is_new === 1) return;
    setRead((one) => one.id === message.id);
    markMessageRead(message).catch(showErrorToast);
  };
  return {
    value,
    failure,
    reload,
    hasUnread: value?.data.some((one) => one.is_new === 0) ?? false,
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
