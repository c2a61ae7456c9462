import { AppError } from '#contracts/errors.ts';
import { DELETION_DELAY_DAYS } from '#contracts/limits.ts';
import { mayActOn } from '#contracts/ranks.ts';
import type { AccountDeletionWire } from '#contracts/wire/own-data.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import { inTransaction, type Runner, statement, toRunner } from '#db/statement.ts';
import { notifyUsers } from '../delivery/notification/notify-users.ts';
import { logAdminAction } from '../log/log-admin-action.ts';
import { readRanks } from '../people/rank.ts';
import { isLastAdministrator } from './last-administrator.ts';

/* delete-account.ts executes the order after DELETION_DELAY_DAYS. */

export type PostsChoice = AccountDeletionWire['posts'];

const selectDeletion = statement<AccountDeletionWire & { started: boolean }, { userId: number }>(`
  select
    posts,
    ${isoSql('created_at')} as created_at,
    ${isoSql('due_at')} as due_at,
    ordered_by is not null as by_administrator,
    reason,
    started_at is not null as started
  from account_deletion
  where user_id = :userId`);

/** The order to delete an account; undefined without one. */
export async function readDeletion(
  on: Db | Runner,
  userId: number,
): Promise<AccountDeletionWire | undefined> {
  const [row] = await selectDeletion(toRunner(on), { userId });
  if (!row) return undefined;
  const { started: _, ...deletion } = row;
  return deletion;
}

const insertDeletion = statement<
  unknown,
  { userId: number; posts: PostsChoice; orderedBy: number | null; reason: string }
>(`
  insert into account_deletion (user_id, posts, ordered_by, reason, due_at)
  select id, :posts, :orderedBy, :reason, now() + interval '${DELETION_DELAY_DAYS} days'
  from "user"
  where id = :userId and left_at is null
  on conflict (user_id) do update
  set posts = excluded.posts
  where account_deletion.started_at is null
  returning 1`);
const deleteDeletion = statement<unknown, { userId: number }>(
  `delete from account_deletion where user_id = :userId and started_at is null returning 1`,
);

/** An administrator's order for another person, with the reason. */
export interface Order {
  actorId: number;
  reason: string;
}

/** Throws forbidden unless the administrator, if any, outranks the person. */
export async function requireRankAbove(
  tx: Runner,
  actorId: number | undefined,
  userId: number,
): Promise<void> {
  if (actorId === undefined) return;
  const ranks = await readRanks(tx, [actorId, userId]);
  if (!ranks.has(userId)) throw new AppError('notFound');
  if (!mayActOn(ranks.get(actorId) ?? 'member', ranks.get(userId) ?? 'member'))
    throw new AppError('forbidden');
}

/** Logs an administrator's order. */
export async function logOrder(
  tx: Runner,
  action: string,
  userId: number,
  order: Order | undefined,
  detail: Record<string, unknown> = {},
): Promise<void> {
  if (order) await logAdminAction(tx, { action, target: { userId }, ...order, detail });
}

/**
 * Orders the deletion of an account and notifies the person; a repeated order changes only the
 * choice for posts. Throws notFound, forbidden, leaving (it has started), lastAdministrator.
 */
export const scheduleDeletion = (
  db: Db,
  userId: number,
  posts: PostsChoice,
  order?: Order,
): Promise<AccountDeletionWire> =>
  inTransaction(db, async (tx) => {
    await requireRankAbove(tx, order?.actorId, userId);
    if (await isLastAdministrator(tx, userId)) throw new AppError('lastAdministrator');
    const before = await readDeletion(tx, userId);
    const inserted = await insertDeletion(tx, {
      userId,
      posts,
      orderedBy: order?.actorId ?? null,
      reason: order?.reason ?? '',
    });
    if (inserted.length === 0) throw new AppError('leaving');
    if (!before)
      await notifyUsers(tx, [
        { userId, kind: 'system', act: 'user.deletion', note: order?.reason ?? '' },
      ]);
    await logOrder(tx, 'user.deletion', userId, order, {
      posts,
      ...(before ? { before: before.posts } : {}),
    });
    return (await readDeletion(tx, userId)) as AccountDeletionWire;
  });

/** Notifies the person. Throws notFound, forbidden, leaving (it has started). */
export const revokeDeletion = (db: Db, userId: number, order?: Order): Promise<void> =>
  inTransaction(db, async (tx) => {
    await requireRankAbove(tx, order?.actorId, userId);
    if ((await deleteDeletion(tx, { userId })).length === 0) {
      if (await readDeletion(tx, userId)) throw new AppError('leaving');
      return;
    }
    await notifyUsers(tx, [
      { userId, kind: 'system', act: 'user.deletion_revoked', note: order?.reason ?? '' },
    ]);
    await logOrder(tx, 'user.deletion_revoked', userId, order);
  });
