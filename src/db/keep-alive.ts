import { BEAT_MS } from '#platform/limits.ts';

/**
 * TCP keepalive of both ends, for a connection of pg. The client notices a server that vanished.
 * 25 s after a client's machine vanished, PostgreSQL ends its session and releases its locks; the
 * system's default is two hours.
 */
export const KEEP_ALIVE = {
  keepAlive: true,
  keepAliveInitialDelayMillis: BEAT_MS,
  options: '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
} as const;
