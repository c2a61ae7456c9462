import type { AnnouncedRemoval } from '#contracts/removals.ts';
import type { Db } from '#db/client.ts';
import { type Runner, statement, toRunner } from '#db/statement.ts';

/** The channel of removals; each notification is an AnnouncedRemoval as JSON. */
export const REMOVAL_CHANNEL = 'removals';

const notifyRemovals = statement<unknown, { payloads: readonly string[] }>(
  `select notify_after_commit('${REMOVAL_CHANNEL}', payload) from unnest(:payloads::text[]) payload`,
);

/**
 * Tells open browsers, when the writer's transaction commits, that something was withheld, so that
 * they take it off the page.
 */
export async function announceRemovals(
  tx: Db | Runner,
  removals: readonly AnnouncedRemoval[],
): Promise<void> {
  if (removals.length > 0)
    await notifyRemovals(toRunner(tx), {
      payloads: removals.map((removal) => JSON.stringify(removal)),
    });
}
