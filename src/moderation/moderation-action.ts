import { AppError } from '#contracts/errors.ts';
import type { ActionName } from '#contracts/moderation-actions.ts';
import type { NotificationKind } from '#contracts/notifications.ts';
import type { PerformActionWire } from '#contracts/wire/moderation.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, type Runner } from '#db/statement.ts';
import type { ModeratorReason } from '#domain/content/log-edit.ts';
import type { ContentState } from '#domain/content/thread/state.ts';
import { type NewNotification, notifyUsers } from '#domain/delivery/notification/notify-users.ts';
import { insertLogEntries, type LogEntry } from '#domain/log/insert-entries.ts';
import { UnitOfWork } from '#domain/shared/unit-of-work.ts';
import type { Moderator } from './moderator.ts';

/*
 * Moderation actions run in one transaction: rows, counters, a log entry per target, notifications
 * and invalidations. The caller gets the tags of pages to remove before it responds.
 */

/** The verb that leads to each state, in the action log and the API's addresses. */
export const VERB_OF_STATE = {
  normal: 'restore',
  hidden: 'hide',
  deleted: 'delete',
} as const satisfies Record<ContentState, ActionName>;

export interface ActionContext {
  db: Db;
  /** Of the community. */
  timeZone: string;
  /** A moderator with the action's right. */
  moderator: Moderator;
  reason: ModeratorReason;
}

/** The undo action, as data that the API accepts unchanged. */
export type UndoAction = Omit<PerformActionWire, 'is_notify'>;

export interface ActionResult {
  /** Ids that changed. */
  changed: number[];
  /** Ids that already had the wanted state. */
  unchanged: number[];
  /** Undo actions, in execution order. */
  undo: UndoAction[];
  /** Tags of pages to remove before the response. */
  removedTags: string[];
}

/** A notification about an action; the default kind is `moderation`. */
type ActionNotification = Omit<NewNotification, 'kind' | 'actorId' | 'note'> & {
  kind?: NotificationKind;
};

/** A log entry, with the author to notify. */
interface ActionRecord extends Omit<LogEntry, 'reason'> {
  author: Omit<ActionNotification, 'act'>;
}

/** The action log's noun of each kind of content. */
const NOUN_OF_KIND = { thread: 'thread', reply: 'post', comment: 'comment' } as const;

export class ModerationTransaction extends UnitOfWork {
  readonly #entries: LogEntry[] = [];
  readonly #notifications: NewNotification[] = [];
  readonly #done: Omit<ActionResult, 'removedTags'> = { changed: [], unchanged: [], undo: [] };

  readonly moderator: Moderator;
  readonly reason: ModeratorReason;

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

  /** The targets to change; the others are recorded as unchanged. */
  selectChanged<T extends { id: number }>(
    targets: readonly T[],
    isChanged: (target: T) => boolean,
  ): T[] {
    const changed = targets.filter(isChanged);
    for (const target of targets) if (!changed.includes(target)) this.addUnchanged(target.id);
    return changed;
  }

  /** Records a new state of these targets, and adds the undo actions of their old states. */
  recordStates<T extends { id: number; forumId: number; state: ContentState }>(
    kind: keyof typeof NOUN_OF_KIND,
    changed: readonly T[],
    state: ContentState,
    describe: (target: T) => Pick<ActionRecord, 'author' | 'target' | 'detail'>,
    reasonOf: (target: T) => ModeratorReason = () => this.reason,
  ): void {
    const action = `${NOUN_OF_KIND[kind]}.${VERB_OF_STATE[state]}`;
    for (const one of changed) {
      const { detail, ...record } = describe(one);
      const entry = { action, forumId: one.forumId, detail: { before: one.state, ...detail } };
      this.record({ ...record, ...entry }, reasonOf(one));
    }
    for (const [before, targets] of Map.groupBy(changed, (target) => target.state))
      this.addUndo({ action: VERB_OF_STATE[before], kind, ids: targets.map(({ id }) => id) });
  }

  log(entry: Omit<LogEntry, 'reason'>, { note }: ModeratorReason = this.reason): void {
    this.#entries.push({ ...entry, reason: note });
  }

  /** Notifies a user if the moderator chose to; never the moderator. */
  notify(notification: ActionNotification, reason = this.reason): void {
    if (reason.notify) this.notifyAlways(notification, reason);
  }

  /** Notifies a user whatever the moderator chose. */
  notifyAlways(notification: ActionNotification, { note } = this.reason): void {
    if (notification.userId !== this.moderator.userId)
      this.#notifications.push({ kind: 'moderation', note, ...notification });
  }

  /** Sends notifications that waited for this action; they aren't about it. */
  addNotifications(notifications: readonly NewNotification[]): void {
    this.#notifications.push(...notifications);
  }

  /** Logs a change of a target, and notifies its author as `notify` does. */
  record({ author, ...entry }: ActionRecord, reason = this.reason): void {
    this.log(entry, reason);
    this.notify({ ...author, act: entry.action }, reason);
    this.addChanged(Object.values(entry.target)[0] as number);
  }

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

  /** The targets in order of `ids`. Throws notFound or forbidden with the ids concerned. */
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

/** Runs a moderation action in one transaction. `work` may run again: see inTransaction. */
export const runModerationAction = (
  { db, moderator, reason }: ActionContext,
  work: (transaction: ModerationTransaction) => Promise<void>,
): Promise<ActionResult> =>
  inTransaction(db, async (tx) => {
    const transaction = new ModerationTransaction(tx, moderator, reason);
    await work(transaction);
    return transaction.finish();
  });

/** The rows of these ids, in their order. Throws notFound with the missing ids. */
export function requireFound<T extends { id: number }>(
  ids: readonly number[],
  rows: Iterable<T>,
): T[] {
  const found = new Map(Array.from(rows, (row) => [row.id, row]));
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length > 0) throw new AppError('notFound', { payload: missing });
  return [...new Set(ids)].map((id) => found.get(id) as T);
}

/** Throws forbidden, with the ids in forums without the right. */
export function requireModerates<T extends { id: number; forumId: number }>(
  moderator: Moderator,
  targets: readonly T[],
): void {
  const others = targets
    .filter((target) => !moderator.mayModerate(target.forumId))
    .map((target) => target.id);
  if (others.length > 0) throw new AppError('forbidden', { payload: others });
}
