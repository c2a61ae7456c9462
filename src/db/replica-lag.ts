import type { Db } from './client.ts';
import { statement } from './statement.ts';

const readWrittenLsn = statement<{ lsn: string }>(`select pg_current_wal_lsn()::text as lsn`);
// Null if the replica isn't a standby that replays the primary's log.
const compareReplayedLsn = statement<{ caughtUp: boolean | null }, { lsn: string }>(
  `select pg_last_wal_replay_lsn() >= :lsn::pg_lsn as "caughtUp"`,
);

/** Whether the replica has replayed everything written on the primary so far; false if unknown. */
export async function hasCaughtUp(primary: Db, replica: Db): Promise<boolean> {
  const [written] = await readWrittenLsn(primary);
  const [replayed] = written ? await compareReplayedLsn(replica, { lsn: written.lsn }) : [];
  return replayed?.caughtUp === true;
}

// Null if everything received is replayed: the lag is 0.
const selectLag = statement<{ lag: number | null }>(`
  select
    case
      when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
      else extract(epoch from now() - pg_last_xact_replay_timestamp())
    end::float8 as lag`);

/** Seconds by which the replica lags; undefined if it isn't a standby. */
export const readReplicaLagSeconds = async (replica: Db): Promise<number | undefined> =>
  (await selectLag(replica))[0]?.lag ?? undefined;
