import type { Socket } from 'node:net';
import type { Db } from '#db/client.ts';

/**
 * Counts the bytes that a database sends over a pool's new connections; the pool must be unused.
 * Returns a function that returns the count.
 */
export function startCounting(db: Db): () => number {
  const sockets: Socket[] = [];
  db.$client.on('connect', (client) => {
    const { connection } = client as unknown as { connection: { stream: Socket } };
    sockets.push(connection.stream);
  });
  return () => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
}
