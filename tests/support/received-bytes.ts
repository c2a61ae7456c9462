import type { Socket } from 'node:net';
import type { Db } from '#db/client.ts';

/**
 * Counts the bytes that a database sends from now on over the connections of a pool, which has to
 * be new. Returns a function that tells how many there were.
 */
export function startCounting(db: Db): () => number {
  const sockets: Socket[] = [];
  db.$client.on('connect', (client) => {
    const { connection } = client as unknown as { connection: { stream: Socket } };
    sockets.push(connection.stream);
  });
  return () => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
}
