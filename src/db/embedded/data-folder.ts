import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '#platform/env.ts';
import { isProcessAlive } from '#platform/is-process-alive.ts';
import {
  captureOutput,
  findFailureReason,
  findUnprivilegedAccount,
  spawnUnprivileged,
} from './binaries.ts';
import { stopUnfinishedInitdb } from './postmaster.ts';

/* PostgreSQL's data folder: created under another name, and renamed when it is complete. */

/** An unfinished folder of a running or killed process: `postgres.new-PID-NAME`. */
const UNFINISHED_FOLDER_PATTERN = /^postgres\.new-(\d+)-/;

const getNewDataFolder = (temporaryFolder: string): string => join(temporaryFolder, 'data');

export const getDataFolder = (dataDir: string): string => join(dataDir, 'postgres');

export const hasDataFolder = (dataDir: string): boolean =>
  existsSync(join(getDataFolder(dataDir), 'PG_VERSION'));

/** The major version of PostgreSQL that created the data folder; undefined without one. */
export function readDataMajor(dataDir: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(getDataFolder(dataDir), 'PG_VERSION'), 'utf8'), 10);
  } catch {
    return undefined;
  }
}

/** A complete data folder that replaces the current one. */
const getReplacement = (dataDir: string): string => join(dataDir, 'postgres.upgraded');

/** Makes renames in a folder durable, in their order. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return; // Windows can't open folders
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** Finishes a replacement of the data folder whose process was killed. */
export function finishReplacement(dataDir: string): void {
  if (existsSync(getDataFolder(dataDir)) || !existsSync(getReplacement(dataDir))) return;
  try {
    renameSync(getReplacement(dataDir), getDataFolder(dataDir));
    syncFolder(dataDir);
  } catch (error) {
    if (!hasDataFolder(dataDir)) throw error; // another start was faster
  }
}

/**
 * Replaces the data folder; the former one is renamed to `formerFolder`. PostgreSQL may run on
 * neither. The swap isn't atomic: the next start completes an interrupted one. `report` receives
 * each step.
 */
export function replaceDataFolder(
  dataDir: string,
  newFolder: string,
  formerFolder: string,
  report: (step: string) => void,
): void {
  const replacement = getReplacement(dataDir);
  rmSync(replacement, { recursive: true, force: true });
  renameSync(newFolder, replacement);
  syncFolder(dataDir);
  report('replacing');
  renameSync(getDataFolder(dataDir), formerFolder);
  syncFolder(dataDir);
  report('replacing the database, the old one stays beside it');
  finishReplacement(dataDir);
}

export const getPasswordFile = (dataDir: string): string => join(dataDir, 'postgres.secret');

export const toEmbeddedUrl = (password: string, port: number): string =>
  `postgres://forum:${password}@127.0.0.1:${port}/postgres`;

/** The password of the existing database; throws if there is none. */
export const readPassword = (dataDir: string): string =>
  readFileSync(getPasswordFile(dataDir), 'utf8').trim();

/** The database's password, created once; concurrent processes get the same one. */
export function readOrCreatePassword(dataDir: string): string {
  const file = getPasswordFile(dataDir);
  if (!existsSync(file)) {
    const partial = join(dataDir, `postgres.secret.${process.pid}.part`);
    const descriptor = openSync(partial, 'w', 0o600);
    writeFileSync(descriptor, randomBytes(24).toString('base64url'));
    fsyncSync(descriptor);
    closeSync(descriptor);
    try {
      // unlike a rename, a link doesn't replace the file of another process
      linkSync(partial, file);
    } catch (error) {
      if (!existsSync(file)) renameSync(partial, file);
      else if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    rmSync(partial, { force: true });
  }
  return readPassword(dataDir);
}

async function runInitdb(folder: string, passwordFile: string, initdb: string): Promise<void> {
  const child = spawnUnprivileged(initdb, [
    `--pgdata=${folder}`,
    '--auth=scram-sha-256',
    '--username=forum',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--data-checksums',
  ]);
  const log = captureOutput(child);
  const code = await new Promise((resolve, reject) =>
    child.on('error', reject).on('close', resolve),
  );
  if (code !== 0)
    throw new ConfigError(
      `PostgreSQL could not create its folder ${folder}: ${findFailureReason(log.text())}`,
    );
}

/** Creates the folder if it is missing. Removes unfinished folders of killed processes. */
export async function ensureDataFolder(dataDir: string, initdb: string): Promise<string> {
  const folder = getDataFolder(dataDir);
  const databasePassword = readOrCreatePassword(dataDir);
  finishReplacement(dataDir);
  if (hasDataFolder(dataDir)) return folder;
  for (const name of readdirSync(dataDir)) {
    const makerPid = UNFINISHED_FOLDER_PATTERN.exec(name)?.[1];
    if (!makerPid || isProcessAlive(Number(makerPid))) continue;
    const unfinished = join(dataDir, name);
    await stopUnfinishedInitdb(getNewDataFolder(unfinished));
    rmSync(unfinished, { recursive: true, force: true });
  }
  const temporaryFolder = mkdtempSync(join(dataDir, `postgres.new-${process.pid}-`));
  const newDataFolder = getNewDataFolder(temporaryFolder);
  const passwordFile = join(temporaryFolder, 'password');
  try {
    mkdirSync(newDataFolder, { mode: 0o700 });
    writeFileSync(passwordFile, `${databasePassword}\n`, { mode: 0o600 });
    const account = findUnprivilegedAccount();
    if (account)
      for (const path of [temporaryFolder, newDataFolder, passwordFile])
        chownSync(path, account.uid, account.gid);
    await runInitdb(newDataFolder, passwordFile, initdb);
    if (process.platform === 'win32' && existsSync(folder)) rmdirSync(folder);
    renameSync(newDataFolder, folder); // onto an empty folder, or none
    return folder;
  } catch (error) {
    if (hasDataFolder(dataDir)) return folder; // another start was faster
    if ((error as NodeJS.ErrnoException).code === 'ENOTEMPTY')
      throw new ConfigError(
        `${folder} holds something that isn't a database. Move it away, or set DATA_DIR to another folder.`,
      );
    throw error;
  } finally {
    rmSync(temporaryFolder, { recursive: true, force: true });
  }
}
