import { setTimeout as delay } from 'node:timers/promises';
import type { QueryResult } from 'pg';
import { runBackgroundLoop } from '#platform/background-loop.ts';
import type { Logger } from '#platform/log.ts';
import { withTimeout } from '#platform/timeout.ts';
import { isConnectionLost, isUnavailable, PoolExhausted } from '#platform/unavailable.ts';
import { createDb, type Db } from './client.ts';
import { REPLICA_BEAT_STATE } from './site-state-names.ts';
import { type Runner, statement, toReadableDb, toRunner } from './statement.ts';

/*
 * Reads that may lag use the replica while it answers and is at most MAX_READ_LAG_SECONDS behind,
 * otherwise the primary. The lag is the difference between two copies of a row that servers update
 * each second: the replica's own functions say 0 while it is cut off.
 */

const CHECK_INTERVAL_MS = 1_000;
const CHECK_DEADLINE_MS = 2_000;
export const MAX_READ_LAG_SECONDS = 10;
/** Milliseconds that a read waits for its reader's own writes, and between two checks. */
const REPLAY_WAIT_MS = 100;
const REPLAY_POLL_MS = 10;
/** Milliseconds for which such reads use the primary after one has waited in vain. */
const BEHIND_MS = 1_000;

// One server a second is enough, however many run.
const updateBeat = statement<{ at: number | null }>(`
  with beat as (
    insert into site_state (name, value, updated_at)
    values ('${REPLICA_BEAT_STATE}', 'null', clock_timestamp())
    on conflict (name) do update set updated_at = clock_timestamp()
    where site_state.updated_at
      not between clock_timestamp() - interval '0.9 seconds' and clock_timestamp()
    returning updated_at
  )
  select extract(epoch from coalesce(
    (select updated_at from beat),
    (select updated_at from site_state where name = '${REPLICA_BEAT_STATE}')
  ))::float8 as at`);
const selectBeat = statement<{ at: number }>(`
  select extract(epoch from updated_at)::float8 as at
  from site_state
  where name = '${REPLICA_BEAT_STATE}'`);

const readBeat = async (db: Db): Promise<number> => (await selectBeat(db))[0]?.at ?? 0;

/** Seconds between the last beats on both. */
export async function readReplicaLagSeconds(primary: Db, replica: Db): Promise<number> {
  const behind = await readBeat(replica);
  return Math.max(0, (await readBeat(primary)) - behind);
}

// Commits are flushed before they are acknowledged.
const selectWrittenLsn = statement<{ lsn: string }>(
  `select pg_current_wal_flush_lsn()::text as lsn`,
);
// Null if the replica isn't a standby that replays the primary's log.
const compareReplayedLsn = statement<{ caughtUp: boolean | null }, { lsn: string }>(
  `select pg_last_wal_replay_lsn() >= :lsn::pg_lsn as "caughtUp"`,
);

/** Position of the primary's log (`16/B374D848`) that includes all acknowledged writes. */
const readWrittenLsn = async (primary: Db): Promise<string> =>
  ((await selectWrittenLsn(primary))[0] as { lsn: string }).lsn;

/** Whether the replica has replayed its log up to this position; false if unknown. */
const hasReplayed = async (replica: Db | Runner, lsn: string): Promise<boolean> =>
  (await compareReplayedLsn(replica, { lsn }))[0]?.caughtUp === true;

/**
 * Whether the replica of this connection replays the position soon. PostgreSQL 19 can wait itself:
 * WAIT FOR LSN.
 */
async function waitForReplay(connection: Runner, lsn: string): Promise<boolean> {
  for (const untilMs = performance.now() + REPLAY_WAIT_MS; ; await delay(REPLAY_POLL_MS)) {
    if (await hasReplayed(connection, lsn)) return true;
    if (performance.now() >= untilMs) return false;
  }
}

/** Whether the primary may answer instead. A full pool is no reason: the load would follow. */
const isReplicaFailure = (error: unknown): boolean =>
  !(error instanceof PoolExhausted) &&
  (isConnectionLost(error) || isUnavailable(error)) &&
  (error as { code?: unknown }).code !== '57014';

export interface Replica {
  /** For reads that may lag. */
  reads: Db;
  /**
   * The same, but they include all writes up to this position of the primary's log: they wait for
   * the replica for at most 100 ms, then use the primary.
   */
  readsAfter(lsn: string): Db;
  /** A position of the primary's log that includes all acknowledged writes. */
  readWrittenLsn(): Promise<string>;
  readonly isUsed: boolean;
  /** Number of changes between replica and primary so far. */
  readonly switches: number;
  /** Seconds; undefined while the replica doesn't answer. */
  readonly lagSeconds: number | undefined;
  /** Whether reads include everything written so far; false if unknown. */
  includesAllWrites(): Promise<boolean>;
}

const getUrl = ({ $client: pool }: Db): string => pool.options.connectionString ?? '';

/** Checks the replica each second, on connections of its own, until the signal aborts. */
export function followReplica(
  primary: Db,
  replica: Db,
  { log, signal }: { log: Logger; signal: AbortSignal },
): Replica {
  const [primaryProbe, replicaProbe] = [primary, replica].map((db) =>
    createDb({
      url: getUrl(db),
      kind: 'maintenance',
      maxConnections: 1,
      name: 'forum replica check',
    }),
  ) as [Db, Db];
  let isUsed = true;
  let switches = 0;
  let lagSeconds: number | undefined;
  let lastBeat = 0;

  const ask = async (probe: Db, question: Promise<number>): Promise<number | undefined> =>
    withTimeout(CHECK_DEADLINE_MS, question).catch(() => {
      probe.$client.destroyConnections();
      return undefined;
    });
  const check = async (): Promise<undefined> => {
    const beat = await ask(replicaProbe, readBeat(replicaProbe));
    lagSeconds = beat === undefined ? undefined : Math.max(0, lastBeat - beat);
    const isUsable = lagSeconds !== undefined && lagSeconds <= MAX_READ_LAG_SECONDS;
    if (isUsable !== isUsed) {
      isUsed = isUsable;
      switches++;
      if (isUsed) log.info('replica.used');
      else log.warn({ lagSeconds }, 'replica.notUsed');
      if (lagSeconds === undefined) replica.$client.destroyConnections();
    }
    const written = await ask(
      primaryProbe,
      updateBeat(primaryProbe).then(([row]) => row?.at ?? 0),
    );
    lastBeat = written ?? lastBeat;
  };
  runBackgroundLoop({ log, name: 'replica', intervalMs: CHECK_INTERVAL_MS, signal }, check)
    .finally(() => Promise.all([primaryProbe.$client.end(), replicaProbe.$client.end()]))
    .catch((error: unknown) => log.warn({ err: error }, 'replica.checkEndFailed'));

  let behindUntilMs = 0;
  /** Undefined if the replica misses writes up to this position. */
  const queryAfter = async (
    lsn: string,
    config: Parameters<Runner['query']>[0],
  ): Promise<QueryResult | undefined> => {
    if (performance.now() < behindUntilMs) return undefined;
    // The check holds for its connection only: a balancer may lead to several replicas.
    const connection = await replica.$client.connect();
    try {
      const result = (await waitForReplay(connection, lsn))
        ? await connection.query(config)
        : undefined;
      connection.release();
      if (!result) behindUntilMs = performance.now() + BEHIND_MS;
      return result;
    } catch (error) {
      connection.release(true);
      throw error;
    }
  };
  /** Queries of the replica, or of the primary while the replica fails or answers undefined. */
  const withPrimary = (
    queryReplica: (config: Parameters<Runner['query']>[0]) => Promise<QueryResult | undefined>,
  ): Db =>
    toReadableDb(async (config) => {
      try {
        const result = isUsed ? await queryReplica(config) : undefined;
        if (result) return result;
      } catch (error) {
        if (!isReplicaFailure(error)) throw error;
      }
      return toRunner(primary).query(config);
    });
  return {
    reads: withPrimary((config) => toRunner(replica).query(config)),
    readsAfter: (lsn) => withPrimary((config) => queryAfter(lsn, config)),
    readWrittenLsn: () => readWrittenLsn(primary),
    get isUsed() {
      return isUsed;
    },
    get switches() {
      return switches;
    },
    get lagSeconds() {
      return lagSeconds;
    },
    includesAllWrites: async () => !isUsed || hasReplayed(replica, await readWrittenLsn(primary)),
  };
}
