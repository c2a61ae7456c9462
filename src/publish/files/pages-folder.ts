import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '#db/client.ts';
import { saveSiteState } from '#db/site-state.ts';
import { PAGES_FOLDER_STATE } from '#db/site-state-names.ts';
import { type Runner, statement } from '#db/statement.ts';
import { renameDurably } from '#platform/durable-file.ts';
import { FOLDER_POLL_MS } from '#platform/limits.ts';
import { getErrorCode, StorageUnavailable } from '#platform/unavailable.ts';
import type { PageStore } from './page-store.ts';

/*
 * The folder of pages and the database have the same random id. A folder with another one, such as
 * a former copy or the empty folder below a lost mount, has outdated pages and gets no new ones.
 */

/** No address leads to it: servers send only the pages' own names. */
const ID_FILE = '.forum';

export const WRONG_FOLDER =
  'SITE_DIR is not the folder of this forum’s pages. Mount the shared folder, or stop all servers and start this one: it then renders all pages again.';

const selectFolderId = statement<{ id: string }>(`
  select value #>> '{}' as id
  from site_state
  where name = '${PAGES_FOLDER_STATE}'`);

/** The id that this forum's folder has; undefined before the first `npm start`. */
export const readExpectedId = async (on: Db | Runner): Promise<string | undefined> =>
  (await selectFolderId(on))[0]?.id;

const isMissing = (error: unknown): boolean => getErrorCode(error) === 'ENOENT';

/** The folder's id; undefined without one. */
export function readFolderId(siteDir: string): string | undefined {
  try {
    return readFileSync(join(siteDir, ID_FILE), 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Gives a folder its id, or a new one. The database gets it last: a crash before repeats all. */
export async function saveFolderId(db: Db, siteDir: string, id: string = randomUUID()) {
  const firstNewFolder = await mkdir(siteDir, { recursive: true });
  const partial = join(siteDir, `${ID_FILE}-${process.pid}`);
  await writeFile(partial, id);
  await renameDurably(partial, join(siteDir, ID_FILE), firstNewFolder);
  await saveSiteState(db, PAGES_FOLDER_STATE, id);
}

/** A sentence if the folder doesn't have this id. Leaves the thread free: a mount may hang. */
export async function findFolderProblem(
  siteDir: string,
  expectedId: string | undefined,
): Promise<string | undefined> {
  if (expectedId === undefined) return undefined;
  try {
    return (await readFile(join(siteDir, ID_FILE), 'utf8')) === expectedId
      ? undefined
      : WRONG_FOLDER;
  } catch (error) {
    return isMissing(error) ? WRONG_FOLDER : `SITE_DIR can’t be read (${getErrorCode(error)}).`;
  }
}

/**
 * The pages of a folder, as long as it is this forum's. Otherwise calls throw StorageUnavailable,
 * and `write` returns it, so that invalidations and takedowns remain for a server with the folder.
 */
export function guardFolder(pages: PageStore & { folder: string }, db: Db): PageStore {
  let expectedId: string | undefined;
  let readAtMs = Number.NEGATIVE_INFINITY;

  const check = (): void => {
    if (expectedId === undefined) return;
    let id: string | undefined;
    try {
      id = readFolderId(pages.folder);
    } catch (error) {
      throw new StorageUnavailable(`SITE_DIR can’t be read: ${(error as Error).message}`);
    }
    if (id !== expectedId) throw new StorageUnavailable(WRONG_FOLDER);
  };
  /** The database is up where pages change, and its id changes only while no server runs. */
  const checkBeforeChange = async (): Promise<void> => {
    if (performance.now() - readAtMs > FOLDER_POLL_MS) {
      expectedId = await readExpectedId(db);
      readAtMs = performance.now();
    }
    check();
  };
  const whileReading =
    <Args extends unknown[], Result>(read: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      check();
      return read(...args);
    };
  const whileChanging =
    <Args extends unknown[], Result>(change: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      await checkBeforeChange();
      return change(...args);
    };

  return {
    folder: pages.folder,
    maxWriteMs: pages.maxWriteMs,
    async write(changed) {
      try {
        await checkBeforeChange();
      } catch (error) {
        if (!(error instanceof StorageUnavailable)) throw error;
        return new Map(changed.map(({ path }) => [path, error]));
      }
      return pages.write(changed);
    },
    read: whileReading(pages.read),
    has: whileReading(pages.has),
    hasWhole: whileReading(pages.hasWhole),
    findDamagedForms: whileReading(pages.findDamagedForms),
    findUnread: whileReading(pages.findUnread),
    remove: whileChanging(pages.remove),
    removeBelow: whileChanging(pages.removeBelow),
    syncRemovals: pages.syncRemovals,
    setAside: whileChanging(pages.setAside),
    async *listFiles(since) {
      await checkBeforeChange();
      yield* pages.listFiles(since);
    },
    removeFiles: whileChanging(pages.removeFiles),
    removeAll: pages.removeAll,
  };
}
