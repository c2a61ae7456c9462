import type pg from 'pg';

/** Closes a connection without waiting for its peer. Its running statements fail. */
export const destroyConnection = (client: pg.ClientBase | undefined): void =>
  (
    client as unknown as { connection?: { stream?: { destroy(): void } } } | undefined
  )?.connection?.stream?.destroy();
