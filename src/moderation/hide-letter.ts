import { statement } from '#db/statement.ts';
import { deleteLetter } from '#domain/delivery/notification/mark.ts';
import {
  type ActionContext,
  type ActionResult,
  type ModerationTransaction,
  requireFound,
  requireModerates,
  runModerationAction,
} from './moderation-action.ts';

/*
 * Hides a reported private message from its receiver; its sender still sees it. Messages belong to
 * no forum: only administrators moderate them.
 */

/** The forum of content without one: only global moderators have rights there. */
export const NO_FORUM_ID = 0;

export interface ReportedLetter {
  id: number;
  senderId: number;
  receiverId: number;
  isHidden: boolean;
  isGone: boolean;
}

const lockReportedLetters = statement<ReportedLetter, { ids: readonly number[] }>(`
  select
    id,
    sender_id as "senderId",
    receiver_id as "receiverId",
    hidden_at is not null as "isHidden",
    deleted_by_receiver is not null as "isGone"
  from letter
  where id = any(:ids::int[]) and exists (select from report where letter_id = letter.id)
  order by id
  for update`);
const updateHidden = statement<unknown, { id: number }>(
  `update letter set hidden_at = now() where id = :id`,
);
const updateShown = statement<unknown, { ids: readonly number[] }>(`
  with shown as (
    update letter
    set hidden_at = null, deleted_by_receiver = null
    where id = any(:ids::int[])
    returning id, sender_id, receiver_id
  )
  insert into conversation as c (user_id, other_id, last_letter_id)
  select receiver_id, sender_id, max(id)
  from shown
  group by receiver_id, sender_id
  on conflict (user_id, other_id) do update
  set last_letter_id = greatest(c.last_letter_id, excluded.last_letter_id)`);

/** Locks reported private messages. Throws notFound, forbidden. */
export async function lockLetters(
  { tx, moderator }: Pick<ModerationTransaction, 'tx' | 'moderator'>,
  ids: readonly number[],
): Promise<ReportedLetter[]> {
  const letters = requireFound(ids, await lockReportedLetters(tx, { ids }));
  requireModerates(
    moderator,
    letters.map(({ id }) => ({ id, forumId: NO_FORUM_ID })),
  );
  return letters;
}

const logLetter = (
  transaction: ModerationTransaction,
  action: string,
  { id, senderId }: ReportedLetter,
): void => transaction.log({ action, target: { user: senderId }, detail: { letter: id } });

/** Hides a locked message from its receiver, unless they deleted it. */
export async function hideLetter(
  transaction: ModerationTransaction,
  letter: ReportedLetter,
): Promise<void> {
  if (letter.isGone) return;
  await deleteLetter(transaction.tx, letter.receiverId, letter.id);
  await updateHidden(transaction.tx, { id: letter.id });
  logLetter(transaction, 'user.letter-hide', letter);
  transaction.addUndo({ action: 'restoreLetter', kind: 'letter', ids: [letter.id] });
}

/** Shows hidden messages again. Throws notFound, forbidden. */
export const restoreLetters = (
  context: ActionContext,
  ids: readonly number[],
): Promise<ActionResult> =>
  runModerationAction(context, async (transaction) => {
    const letters = await lockLetters(transaction, ids);
    const hidden = transaction.selectChanged(letters, (letter) => letter.isHidden);
    await updateShown(transaction.tx, { ids: hidden.map(({ id }) => id) });
    for (const letter of hidden) {
      logLetter(transaction, 'user.letter-restore', letter);
      transaction.addChanged(letter.id);
    }
  });
