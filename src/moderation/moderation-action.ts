import { AppError } from '#contracts/errors.ts';
import type { NotificationKind } from '#contracts/notifications.ts';
import type { Removal } from '#contracts/removals.ts';
import type { PerformActionWire } from '#contracts/wire/moderation.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, type Runner, statement } from '#db/statement.ts';
import { CounterDeltas } from '#domain/counts/counter-deltas.ts';
import { type NewNotification, notifyUsers } from '#domain/notification/notify-users.ts';
import { announceRemovals } from '#publish/outbox/announce-removals.ts';
import { type Invalidation, invalidate } from '#publish/outbox/invalidation.ts';
import type { Moderator } from './moderator.ts';

/*
 * What all moderation actions have in common: one transaction with the rows, the counters, an entry
 * of the action log for each target, the notifications and the invalidations. Tags whose pages must
 * be removed before the call returns are handed to the caller, which takes them down.
 */

/** The context of moderation actions. */
export interface ActionContext {
  db: Db;
  /** The community's. */
  timeZone: string;
}

/** The reason of an action, and whether authors are notified. */
export interface Reason {
  note: string;
  notify: boolean;
}

/** The action that undoes another one, as data: a call of the API takes it as it is. */
export type UndoAction = Omit<PerformActionWire, 'is_notify'>;

export interface ActionResult {
  /** Numbers of what is different now. */
  addChanged: number[];
  /** Numbers of what was so already. */
  addUnchanged: number[];
  /** The actions that undo this one, in this order. */
  undo: UndoAction[];
  /** Tags of the pages that must be gone before the caller is answered. */
  removedTags: string[];
}

export type ActionTarget =
  | { thread: number }
  | { post: number }
  | { comment: number }
  | { user: number }
  | { forum: number }
  | { name: string };

interface LogEntry {
  /** noun.verb, e.g. thread.delete. */
  action: string;
  target: ActionTarget;
  forumId?: number | undefined;
  detail?: Record<string, unknown>;
}

/** A notification about what was done; the kind is `moderation` if none is named. */
type ActionNotification = Omit<NewNotification, 'kind' | 'actorId' | 'note'> & {
  kind?: NotificationKind;
};

const insertLogEntries = statement<unknown, { actorId: number; entries: string }>(`
  insert into action_log (
    actor_id,
    action,
    target_thread_id,
    target_post_id,
    target_comment_id,
    target_user_id,
    target_forum_id,
    target_name,
    forum_id,
    reason,
    detail
  )
  select
    :actorId,
    action,
    thread,
    post,
    comment,
    "user",
    forum,
    name,
    place,
    reason,
    detail
  from jsonb_to_recordset(:entries::jsonb) as entry(
    action text, reason text, thread int, post int, comment int, "user" int, forum int, name text,
    place int, detail jsonb
  )`);
/** The unit of work of one moderation action. */
export class ModerationTransaction {
  readonly deltas = new CounterDeltas();
  readonly #entries: Record<string, unknown>[] = [];
  readonly #notifications: NewNotification[] = [];
  readonly #invalidations: Invalidation[] = [];
  readonly #removals: Removal[] = [];
  readonly #done: ActionResult = { addChanged: [], addUnchanged: [], undo: [], removedTags: [] };

  readonly tx: Runner;
  readonly moderator: Moderator;
  /** May be another for each target. */
  reason: Reason;

  constructor(tx: Runner, moderator: Moderator, reason: Reason) {
    this.tx = tx;
    this.moderator = moderator;
    this.reason = reason;
  }

  changed(id: number): void {
    this.#done.addChanged.push(id);
  }

  unchanged(id: number): void {
    this.#done.addUnchanged.push(id);
  }

  addUndo(action: UndoAction): void {
    this.#done.undo.push(action);
  }

  log({ action, target, forumId, detail }: LogEntry): void {
    this.#entries.push({
      action,
      ...target,
      place: forumId ?? null,
      reason: this.reason.note,
      detail: detail ?? {},
    });
  }

  /** Notifies a user if the moderator chose to; never the moderator themselves. */
  notify(notification: ActionNotification): void {
    if (this.reason.notify && notification.userId !== this.moderator.userId)
      this.#notifications.push({ kind: 'moderation', note: this.reason.note, ...notification });
  }

  /** Notifies a user whatever the moderator chose. */
  notifyAlways(notification: ActionNotification): void {
    if (notification.userId !== this.moderator.userId)
      this.#notifications.push({ kind: 'moderation', note: this.reason.note, ...notification });
  }

  invalidate(invalidations: readonly Invalidation[]): void {
    this.#invalidations.push(...invalidations);
  }

  /** Has pages taken down before the call returns, and screens that show it told. */
  takeDown(tags: readonly string[], ...removals: Removal[]): void {
    this.#done.removedTags.push(...tags);
    this.#removals.push(...removals);
  }

  async finish(timeZone: string): Promise<ActionResult> {
    await this.deltas.apply(this.tx, timeZone);
    if (this.#entries.length > 0)
      await insertLogEntries(this.tx, {
        actorId: this.moderator.userId,
        entries: JSON.stringify(this.#entries),
      });
    await notifyUsers(this.tx, this.#notifications);
    const once = new Map(this.#invalidations.map((one) => [`${one.tag} ${one.urgency}`, one]));
    await invalidate(this.tx, [...once.values()]);
    await announceRemovals(this.tx, this.#removals);
    return { ...this.#done, removedTags: [...new Set(this.#done.removedTags)] };
  }
}

/**
 * Runs a moderation action in one transaction; when it throws, nothing is changed. `work` may run
 * again: see inTransaction.
 */
export const runModerationAction = (
  context: ActionContext,
  moderator: Moderator,
  reason: Reason,
  work: (transaction: ModerationTransaction) => Promise<void>,
): Promise<ActionResult> =>
  inTransaction(context.db, async (tx) => {
    const transaction = new ModerationTransaction(tx, moderator, reason);
    await work(transaction);
    return transaction.finish(context.timeZone);
  });

/**
 * What was found for these numbers, in their order. Throws notFound, naming those that aren't
 * there.
 */
export function requireFound<T>(ids: readonly number[], found: ReadonlyMap<number, T>): T[] {
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length > 0) throw new AppError('notFound', { payload: missing });
  return [...new Set(ids)].map((id) => found.get(id) as T);
}

/** Throws forbidden, naming what stands in forums where the moderator may not. */
export function requireModerates<T extends { id: number; forumId: number }>(
  moderator: Moderator,
  targets: readonly T[],
): void {
  const others = targets.filter((one) => !moderator.mayModerate(one.forumId)).map((one) => one.id);
  if (others.length > 0) throw new AppError('forbidden', { payload: others });
}
