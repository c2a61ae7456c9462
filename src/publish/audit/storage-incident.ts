import type { Db } from '#db/client.ts';
import { STORAGE_STATE_NAME } from '#db/site-state-names.ts';
import { statement } from '#db/statement.ts';
import { createIncident, type Incident } from '#platform/incident.ts';
import type { Logger } from '#platform/log.ts';

/* Tracks whether pages can be written. Each failure is logged once and displayed. */

/** Longest pause between two attempts to write, in milliseconds: changes wait for it at the end. */
const MAX_PAUSE_MS = 10_000;

/** Thrown if pages were rendered but not written. */
export class StorageError extends Error {
  override name = 'StorageError';
}

const insertStorageFailure = statement<unknown, { message: string }>(`
  insert into site_state (name, value)
  values ('${STORAGE_STATE_NAME}', jsonb_build_object('error', :message::text))
  on conflict (name) do nothing`);
const deleteStorageFailure = statement<unknown>(
  `delete from site_state where name = '${STORAGE_STATE_NAME}'`,
);

export function createStorageIncident(db: Db, log: Logger): Incident {
  const saveState = (error?: unknown) => {
    const saving =
      error === undefined
        ? deleteStorageFailure(db)
        : insertStorageFailure(db, { message: (error as Error).message.slice(0, 300) });
    saving.catch((reason: unknown) => log.warn({ err: reason }, 'pages.stateSaveFailed'));
  };
  return createIncident(log, 'pages', saveState, MAX_PAUSE_MS);
}

/** Clears the report of an ended process; a persistent failure is reported again. */
export const clearStorageFailure = async (db: Db): Promise<void> =>
  void (await deleteStorageFailure(db));
