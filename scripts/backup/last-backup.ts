import type pg from 'pg';
import { BACKUP_STATE } from '#db/site-state-names.ts';

export interface LastBackup {
  /** By the database's clock. */
  ageMs: number;
  bytes: number;
}

/** The last recorded backup; undefined without one, or without a forum. */
export async function readLastBackup(client: pg.ClientBase): Promise<LastBackup | undefined> {
  const {
    rows: [found],
  } = await client.query(`select to_regclass('site_state') is not null as exists`);
  if (!found.exists) return undefined;
  const {
    rows: [last],
  } = await client.query<LastBackup>(
    `
      select
        extract(epoch from clock_timestamp() - updated_at)::float8 * 1000 as "ageMs",
        (value->>'bytes')::float8 as bytes
      from site_state
      where name = $1`,
    [BACKUP_STATE],
  );
  return last;
}
