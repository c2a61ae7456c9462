import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { putInPlace } from '#platform/durable-file.ts';
import { readFileBytes } from '#platform/file-stream.ts';

/*
 * Where archives of people's data are: a folder beside the uploads that no server hands out. Only
 * the forum's own process reads it.
 */

const getFolder = (dataDir: string): string => join(dataDir, 'exports');
const getPath = (dataDir: string, id: number): string => join(getFolder(dataDir), `${id}.zip`);

/** Where an archive is written before it is whole. */
export async function openPartialFile(dataDir: string, id: number): Promise<string> {
  await mkdir(getFolder(dataDir), { recursive: true, mode: 0o700 });
  return `${getPath(dataDir, id)}.${process.pid}-${Date.now()}.part`;
}

/** Puts an archive that is whole in its place; how many bytes it has. */
export async function keepFile(dataDir: string, id: number, partial: string): Promise<number> {
  const { size } = await stat(partial);
  await putInPlace(partial, getPath(dataDir, id));
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

/** Hours after which a file that isn't whole was left behind. */
const PARTIAL_HOURS = 24;

/**
 * Removes what is there of archives that can't be fetched any more. `filterReady`: which of these
 * numbers can.
 */
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
