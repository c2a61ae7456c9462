import type pg from 'pg';
import { UnreplicatedCommit } from '#platform/unavailable.ts';

/** PostgreSQL's function that waits for a synchronous standby; its messages are translated. */
const WAIT_ROUTINE = 'SyncRepWaitForLSN';

/**
 * Makes statements fail with UnreplicatedCommit whose commit stopped waiting for the synchronous
 * standby, as by a timeout. PostgreSQL reports success with a warning, but a failover would lose
 * the commit. The connection is closed.
 */
export function rejectUnreplicatedCommits(pool: pg.Pool): void {
  pool.on('connect', (client) =>
    client.on('notice', ({ routine }) => {
      if (routine !== WAIT_ROUTINE) return;
      const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
      connection.emit('error', new UnreplicatedCommit('a commit is not replicated'));
    }),
  );
}
