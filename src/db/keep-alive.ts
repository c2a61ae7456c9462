import { BEAT_MS } from '#platform/limits.ts';

/** TCP keepalive for a connection of pg: the client notices a server that vanished. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: BEAT_MS } as const;

/**
 * The same for PostgreSQL's end, as settings of a connection: 25 s after a client's machine
 * vanished, its session and its locks end. The system's default is two hours.
 */
export const SERVER_KEEP_ALIVE = [
  'tcp_keepalives_idle=10',
  'tcp_keepalives_interval=5',
  'tcp_keepalives_count=3',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');
