import { statement } from '#db/statement.ts';

/**
 * Serializes two users' actions on their private messages until commit. Otherwise a repetition or a
 * message after a block could slip through, and a deletion could hide a new message.
 */
export const lockConversation = statement<unknown, { oneId: number; otherId: number }>(
  `
    select pg_advisory_xact_lock(
      least(:oneId::int, :otherId::int),
      greatest(:oneId::int, :otherId::int)
    )`,
);
