import type { Db } from './client.ts';
import { statement } from './statement.ts';

const readWrittenLsn = statement<{ lsn: string }>(`select pg_current_wal_lsn()::text as lsn`);
// Null where it isn't a standby that replays the primary's log: of such a replica nothing is known.
const compareReplayedLsn = statement<{ caughtUp: boolean | null }, { lsn: string }>(
  `select pg_last_wal_replay_lsn() >= :lsn::pg_lsn as "caughtUp"`,
);

/**
 * Whether the replica has replayed all that is written on the primary at this moment; false when
 * that can't be told.
 */
export async function hasCaughtUp(primary: Db, replica: Db): Promise<boolean> {
  const [written] = await readWrittenLsn(primary);
  const [replayed] = written ? await compareReplayedLsn(replica, { lsn: written.lsn }) : [];
  return replayed?.caughtUp === true;
}
