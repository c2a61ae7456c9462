import { statement } from '#db/statement.ts';

/**
 * What two people do with their letters comes one after the other, until the transaction ends: a
 * repetition can't slip through beside the first, a letter that is thrown away can't hide one that
 * is just being written, and who has refused letters gets none any more.
 */
export const lockConversation = statement<unknown, { oneId: number; otherId: number }>(
  `
    select pg_advisory_xact_lock(
      least(:oneId::int, :otherId::int),
      greatest(:oneId::int, :otherId::int)
    )`,
);
