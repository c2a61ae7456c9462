import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { syncFiles } from '#platform/durable-file.ts';
import { ConfigError, type Env } from '#platform/env.ts';
import { createLocalStorage, getUploadsFolder } from '#platform/local-storage.ts';
import { resetPages } from '../start/claim-folder.ts';
import { RESTORE_STATE } from '../start/is-prepared.ts';
import { settleRestored } from './settle-restored.ts';
import { findAbandonedFolders, isWorkFolderName } from './work-folder.ts';

/*
 * The end of a restore. One transaction commits the rows and a note of the remaining steps:
 * migrate, settle overdue rows, move the uploads, delete foreign pages. Each step is idempotent, so
 * the next command resumes an interrupted restore.
 */

export interface RestoreNote {
  /** Folder in DATA_DIR with the restored uploads. */
  folder: string;
  /** Number of files in it; 0 if they went into a bucket. */
  uploads: number;
  madeAt: string;
}

/** Deletes what killed restores left, and prints a line. */
export function clearUnfinishedRestores(dataDir: string, say: (line: string) => void): void {
  const abandoned = findAbandonedFolders(dataDir, 'restore');
  for (const path of abandoned) rmSync(path, { recursive: true, force: true });
  if (abandoned.length > 0)
    say(
      'A former restore was interrupted before it changed anything. Its temporary data was deleted.',
    );
}

/** Moves the uploads into storage. Names are content hashes: the same name is the same picture. */
async function moveUploads(env: Env, { folder, uploads: expected }: RestoreNote): Promise<void> {
  const stagedUploads = join(env.DATA_DIR, folder, 'uploads');
  const uploads = getUploadsFolder(env.DATA_DIR);
  if (!existsSync(stagedUploads)) {
    if (expected === 0 || (existsSync(uploads) && readdirSync(uploads).length > 0)) return;
    throw new ConfigError(
      `A restore into this database was interrupted before its ${expected} pictures were moved. They are in ${folder} of the DATA_DIR that the restore used: start the forum once with that DATA_DIR.`,
    );
  }
  const paths: string[] = [];
  for await (const path of createLocalStorage(stagedUploads).list()) paths.push(path);
  if (!existsSync(uploads) || readdirSync(uploads).length === 0) {
    rmSync(uploads, { recursive: true, force: true });
    renameSync(stagedUploads, uploads);
  } else
    for (const path of paths) {
      mkdirSync(dirname(join(uploads, path)), { recursive: true });
      renameSync(join(stagedUploads, path), join(uploads, path));
    }
  // The note is deleted next; without it nothing would move them again.
  await syncFiles(
    env.DATA_DIR,
    paths.map((path) => join(uploads, path)),
  );
}

const selectNote = (db: Db) =>
  db.execute<{ value: RestoreNote }>(
    sql`select value from site_state where name = ${RESTORE_STATE}`,
  );

/** Whether a restore into this database was interrupted after its rows were committed. */
export const isRestoreUnfinished = async (db: Db): Promise<boolean> => {
  const { rows } = await db.execute<{ found: boolean }>(
    sql`select to_regclass('site_state') is not null as found`,
  );
  return rows[0]?.found === true && (await selectNote(db)).rows.length > 0;
};

/**
 * Finishes an interrupted restore, and deletes leftovers of killed ones. The schema must be
 * current. Returns the note of the finished restore. `say` gets one line about findings.
 */
export async function finishRestore(
  db: Db,
  env: Env,
  say: (line: string) => void = () => {},
): Promise<RestoreNote | undefined> {
  const {
    rows: [row],
  } = await selectNote(db);
  const note = row?.value;
  if (note) {
    if (!isWorkFolderName(note.folder, 'restore'))
      throw new ConfigError(
        'This version can’t read the database’s note of an interrupted restore.',
      );
    await settleRestored(db);
    // Pages of another forum would be served as this one's.
    await resetPages(db, env);
    await moveUploads(env, note);
    await db.execute(sql`delete from site_state where name = ${RESTORE_STATE}`);
    rmSync(join(env.DATA_DIR, note.folder), { recursive: true, force: true });
    say(`An interrupted restore was completed; the forum is as of ${note.madeAt}.`);
  }
  clearUnfinishedRestores(env.DATA_DIR, say);
  return note;
}
