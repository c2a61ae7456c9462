import { AppError } from '#contracts/errors.ts';
import type { ActionName } from '#contracts/moderation-actions.ts';
import type { NotificationKind } from '#contracts/notifications.ts';
import type { PerformActionWire } from '#contracts/wire/moderation.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, type Runner } from '#db/statement.ts';
import { insertLogEntries, type LogEntry } from '#domain/log/insert-entries.ts';
import type { ModeratorReason } from '#domain/log/log-edit.ts';
import { type NewNotification, notifyUsers } from '#domain/notification/notify-users.ts';
import type { ContentState } from '#domain/thread/state.ts';
import { UnitOfWork } from '#domain/unit-of-work.ts';
import type { Moderator } from './moderator.ts';

/*
 * What all moderation actions have in common: one transaction with the rows, the counters, an entry
 * of the action log for each target, the notifications and the invalidations. Tags whose pages must
 * be removed before the call returns are handed to the caller, which takes them down.
 */

/** The verb that leads to each state, as the action log and the API's addresses have it. */
export const VERB_OF_STATE = {
  normal: 'restore',
  hidden: 'hide',
  deleted: 'delete',
} as const satisfies Record<ContentState, ActionName>;

/** Who acts and why, and on what. */
export interface ActionContext {
  db: Db;
  /** The community's. */
  timeZone: string;
  /** With the action's right. */
  moderator: Moderator;
  reason: ModeratorReason;
}

/** The action that undoes another one, as data: a call of the API takes it as it is. */
export type UndoAction = Omit<PerformActionWire, 'is_notify'>;

export interface ActionResult {
  /** Numbers of what is different now. */
  changed: number[];
  /** Numbers of what was so already. */
  unchanged: number[];
  /** The actions that undo this one, in this order. */
  undo: UndoAction[];
  /** Tags of the pages that must be gone before the caller is answered. */
  removedTags: string[];
}

/** A notification about what was done; the kind is `moderation` if none is named. */
type ActionNotification = Omit<NewNotification, 'kind' | 'actorId' | 'note'> & {
  kind?: NotificationKind;
};

/** What was done to a target, and whom and what that is told of. */
interface ActionRecord extends Omit<LogEntry, 'reason'> {
  author: Omit<ActionNotification, 'act'>;
}

/** The unit of work of one moderation action. */
export class ModerationTransaction extends UnitOfWork {
  readonly #entries: LogEntry[] = [];
  readonly #notifications: NewNotification[] = [];
  readonly #done: Omit<ActionResult, 'removedTags'> = { changed: [], unchanged: [], undo: [] };

  readonly moderator: Moderator;
  /** May be another for each target. */
  reason: ModeratorReason;

  constructor(tx: Runner, moderator: Moderator, reason: ModeratorReason) {
    super(tx);
    this.moderator = moderator;
    this.reason = reason;
  }

  addChanged(id: number): void {
    this.#done.changed.push(id);
  }

  addUnchanged(id: number): void {
    this.#done.unchanged.push(id);
  }

  addUndo(action: UndoAction): void {
    this.#done.undo.push(action);
  }

  /** Those that aren't so already; the others count as unchanged. */
  selectChanged<T extends { id: number }>(
    targets: readonly T[],
    isChanged: (target: T) => boolean,
  ): T[] {
    const changed = targets.filter(isChanged);
    for (const target of targets) if (!changed.includes(target)) this.addUnchanged(target.id);
    return changed;
  }

  /** The actions that lead back to the states that these had. */
  addStateUndo(
    kind: UndoAction['kind'],
    changed: readonly { id: number; state: ContentState }[],
  ): void {
    for (const [state, targets] of Map.groupBy(changed, (target) => target.state))
      this.addUndo({ action: VERB_OF_STATE[state], kind, ids: targets.map(({ id }) => id) });
  }

  log(entry: Omit<LogEntry, 'reason'>): void {
    this.#entries.push({ ...entry, reason: this.reason.note });
  }

  /** Notifies a user if the moderator chose to; never the moderator themselves. */
  notify(notification: ActionNotification): void {
    if (this.reason.notify) this.notifyAlways(notification);
  }

  /** Notifies a user whatever the moderator chose. */
  notifyAlways(notification: ActionNotification): void {
    if (notification.userId !== this.moderator.userId)
      this.#notifications.push({ kind: 'moderation', note: this.reason.note, ...notification });
  }

  /** Logs what was done to something, which is changed by it; its author is told as by `notify`. */
  record({ author, ...entry }: ActionRecord): void {
    this.log(entry);
    this.notify({ ...author, act: entry.action });
    this.addChanged(Object.values(entry.target)[0] as number);
  }

  /** Records what was done to a thread. */
  recordThread(
    { id, forumId, userId }: { id: number; forumId: number; userId: number },
    action: string,
    detail: Record<string, unknown>,
  ): void {
    this.record({
      action,
      target: { thread: id },
      forumId,
      detail,
      author: { userId, threadId: id },
    });
  }

  /**
   * The targets with these numbers, in their order. Throws notFound, naming those that aren't
   * there; forbidden, naming what stands in forums where the moderator may not.
   */
  requireTargets<T extends { id: number; forumId: number }>(
    ids: readonly number[],
    rows: Iterable<T>,
  ): T[] {
    const targets = requireFound(ids, rows);
    requireModerates(this.moderator, targets);
    return targets;
  }

  async finish(): Promise<ActionResult> {
    await insertLogEntries(this.tx, this.moderator.userId, this.#entries);
    await notifyUsers(this.tx, this.#notifications);
    return { ...this.#done, removedTags: await this.flush() };
  }
}

/**
 * Runs a moderation action in one transaction; when it throws, nothing is changed. `work` may run
 * again: see inTransaction.
 */
export const runModerationAction = (
  { db, moderator, reason }: ActionContext,
  work: (transaction: ModerationTransaction) => Promise<void>,
): Promise<ActionResult> =>
  inTransaction(db, async (tx) => {
    const transaction = new ModerationTransaction(tx, moderator, reason);
    await work(transaction);
    return transaction.finish();
  });

/**
 * What was found for these numbers, in their order. Throws notFound, naming those that aren't
 * there.
 */
export function requireFound<T extends { id: number }>(
  ids: readonly number[],
  rows: Iterable<T>,
): T[] {
  const found = new Map(Array.from(rows, (row) => [row.id, row]));
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length > 0) throw new AppError('notFound', { payload: missing });
  return [...new Set(ids)].map((id) => found.get(id) as T);
}

/** Throws forbidden, naming what stands in forums where the moderator may not. */
export function requireModerates<T extends { id: number; forumId: number }>(
  moderator: Moderator,
  targets: readonly T[],
): void {
  const others = targets
    .filter((target) => !moderator.mayModerate(target.forumId))
    .map((target) => target.id);
  if (others.length > 0) throw new AppError('forbidden', { payload: others });
}
