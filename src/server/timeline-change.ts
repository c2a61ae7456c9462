import type { PoolClient } from 'pg';
import type { Runner } from '#db/statement.ts';
import { adoptTimeline, isOnNewTimeline } from '#db/timeline.ts';
import { notifyAdministrators } from '#domain/delivery/notification/notify-administrators.ts';
import type { Logger } from '#platform/log.ts';

/**
 * Prepares new connections for requests: none of them writes on a new timeline before its sequences
 * are raised. A failover ends all connections, so each server gets here.
 */
export const createTimelineCheck =
  (log: Logger) =>
  async (client: PoolClient): Promise<void> => {
    const connection = client as unknown as Runner;
    if (!(await isOnNewTimeline(connection))) return;
    await client.query('begin');
    const change = await adoptTimeline(connection);
    if (change) await notifyAdministrators(connection, 'database.failover');
    await client.query('commit');
    if (change) log.warn(change, 'database.newTimeline');
  };
