import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import type { Logger } from '#platform/log.ts';
import { createIncident, type Incident } from './incident.ts';

/*
 * Whether pages can be written. That they can't is said once in the log, and on the administrators'
 * screen.
 */

/** Name in site_state. */
export const STORAGE_STATE = 'publishing.storage';

/** Thrown for pages that were rendered and could not be written. */
export class StorageError extends Error {
  override name = 'StorageError';
}

const fails = statement<unknown, { message: string }>(`
  insert into site_state (name, value)
  values ('${STORAGE_STATE}', jsonb_build_object('error', :message::text))
  on conflict (name) do nothing`);
const works = statement<unknown>(`delete from site_state where name = '${STORAGE_STATE}'`);

/** `db` keeps the state for the administrators' screen. */
export function createStorageIncident(db: Db, log: Logger): Incident {
  const note = (error?: unknown) => {
    const noted =
      error === undefined
        ? works(db)
        : fails(db, { message: (error as Error).message.slice(0, 300) });
    noted.catch((reason: unknown) =>
      log.warn({ err: reason }, 'the state of the disk could not be noted'),
    );
  };
  return createIncident(
    log,
    {
      fails: 'pages cannot be written; they stay as they are, and it is tried again',
      goesOn: 'pages can be written again',
    },
    note,
  );
}

/** Forgets what a process said that is gone; it is said again if it's still so. */
export const forgetStorageState = async (db: Db): Promise<void> => void (await works(db));
