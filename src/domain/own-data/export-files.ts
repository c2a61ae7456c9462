import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { renameDurably } from '#platform/durable-file.ts';
import { readFileBytes } from '#platform/file-stream.ts';

/* Archives are in a folder that no server publishes; only the app process reads them. */

const getFolder = (dataDir: string): string => join(dataDir, 'exports');
const getPath = (dataDir: string, id: number): string => join(getFolder(dataDir), `${id}.zip`);

export async function openPartialFile(dataDir: string, id: number): Promise<string> {
  await mkdir(getFolder(dataDir), { recursive: true, mode: 0o700 });
  return `${getPath(dataDir, id)}.${process.pid}-${Date.now()}.part`;
}

/** Renames a complete archive to its final name. Returns its bytes. */
export async function commitFile(dataDir: string, id: number, partial: string): Promise<number> {
  const { size } = await stat(partial);
  await renameDurably(partial, getPath(dataDir, id));
  return size;
}

/** Bytes of an archive; undefined if this host does not have it. */
export const getFileBytes = (dataDir: string, id: number): Promise<number | undefined> =>
  stat(getPath(dataDir, id)).then(
    ({ size }) => size,
    () => undefined,
  );

/** The bytes of an archive; see readFileBytes. */
export const readFile = (dataDir: string, id: number, onOpen: () => Promise<void>) =>
  readFileBytes(getPath(dataDir, id), onOpen);

export const removeFile = (dataDir: string, id: number): Promise<void> =>
  rm(getPath(dataDir, id), { force: true });

/** Hours after which a partial file is abandoned. */
const PARTIAL_HOURS = 24;

/** Deletes files of archives that can't be downloaded. `filterReady` returns the ids that can. */
export async function sweepFiles(
  dataDir: string,
  filterReady: (ids: number[]) => Promise<ReadonlySet<number>>,
): Promise<number> {
  const names = await readdir(getFolder(dataDir)).catch(() => []);
  const idOf = (name: string) => Number(/^(\d+)\.zip$/.exec(name)?.[1] ?? 0);
  const ready = await filterReady(names.map(idOf).filter((id) => id > 0));
  let removed = 0;
  for (const name of names) {
    const path = join(getFolder(dataDir), name);
    const { mtimeMs = Date.now() } = (await stat(path).catch(() => undefined)) ?? {};
    const isOver =
      idOf(name) > 0 ? !ready.has(idOf(name)) : Date.now() - mtimeMs > PARTIAL_HOURS * 3_600_000;
    if (!isOver) continue;
    await rm(path, { force: true });
    removed++;
  }
  return removed;
}
