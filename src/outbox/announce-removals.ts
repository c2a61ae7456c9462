import type { AnnouncedRemoval } from '#contracts/removals.ts';
import type { Db } from '#db/client.ts';
import { type Runner, statement, toRunner } from '#db/statement.ts';

/** The channel of removals; a payload is an AnnouncedRemoval as JSON. */
export const REMOVAL_CHANNEL = 'removals';

const notifyRemovals = statement<unknown, { payloads: readonly string[] }>(
  `select notify_after_commit('${REMOVAL_CHANNEL}', payload) from unnest(:payloads::text[]) payload`,
);

/** Notifies open browsers after the commit that content was withheld. */
export async function announceRemovals(
  tx: Db | Runner,
  removals: readonly AnnouncedRemoval[],
): Promise<void> {
  if (removals.length > 0)
    await notifyRemovals(toRunner(tx), {
      payloads: removals.map((removal) => JSON.stringify(removal)),
    });
}
