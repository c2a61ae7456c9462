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
import { isAlive } from './process.ts';
import { captureOutput, failureReason, launch, unprivileged } from './programs.ts';

/*
 * The folder that PostgreSQL keeps its data in: made under another name, and renamed when it is
 * whole.
 */

/** A folder that a process is making, or was when it was killed: `postgres.new-PID-NAME`. */
const UNFINISHED = /^postgres\.new-(\d+)-/;

export const clusterFolder = (dataDir: string): string => join(dataDir, 'postgres');

export const clusterStands = (dataDir: string): boolean =>
  existsSync(join(clusterFolder(dataDir), 'PG_VERSION'));

/**
 * The password of the database, made once; of two processes that make it at once both get the same.
 */
export function readSecret(dataDir: string): string {
  const file = join(dataDir, 'postgres.secret');
  if (!existsSync(file)) {
    const partial = join(dataDir, `postgres.secret.${process.pid}.part`);
    const descriptor = openSync(partial, 'w', 0o600);
    writeFileSync(descriptor, randomBytes(24).toString('base64url'));
    fsyncSync(descriptor);
    closeSync(descriptor);
    try {
      // unlike a rename, it doesn't replace what another process has put there
      linkSync(partial, file);
    } catch (error) {
      if (!existsSync(file)) renameSync(partial, file);
      else if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    rmSync(partial, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
}

async function initialise(folder: string, passwordFile: string, initdb: string): Promise<void> {
  const child = launch(initdb, [
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
      `PostgreSQL could not create its folder ${folder}: ${failureReason(log.text())}`,
    );
}

/** Makes the folder unless it is there. What a process that was killed had begun is removed. */
export async function ensureCluster(dataDir: string, initdb: string): Promise<string> {
  const folder = clusterFolder(dataDir);
  const secret = readSecret(dataDir);
  if (clusterStands(dataDir)) return folder;
  for (const name of readdirSync(dataDir)) {
    const maker = UNFINISHED.exec(name)?.[1];
    if (maker && !isAlive(Number(maker)))
      rmSync(join(dataDir, name), { recursive: true, force: true });
  }
  const making = mkdtempSync(join(dataDir, `postgres.new-${process.pid}-`));
  const cluster = join(making, 'data');
  const passwordFile = join(making, 'password');
  try {
    mkdirSync(cluster, { mode: 0o700 });
    writeFileSync(passwordFile, `${secret}\n`, { mode: 0o600 });
    const ids = unprivileged();
    if (ids) for (const path of [making, cluster, passwordFile]) chownSync(path, ids.uid, ids.gid);
    await initialise(cluster, passwordFile, initdb);
    if (process.platform === 'win32' && existsSync(folder)) rmdirSync(folder);
    renameSync(cluster, folder); // onto an empty folder, or none
    return folder;
  } catch (error) {
    if (clusterStands(dataDir)) return folder; // another start was quicker
    if ((error as NodeJS.ErrnoException).code === 'ENOTEMPTY')
      throw new ConfigError(
        `${folder} holds something that isn't a database. Move it away, or set DATA_DIR to another folder.`,
      );
    throw error;
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}
