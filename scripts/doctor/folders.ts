import { readFile, realpath, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Env } from '#platform/env.ts';
import { getUploadsFolder } from '#platform/local-storage.ts';
import { findFolderProblem, readExpectedId, WRONG_FOLDER } from '#publish/files/pages-folder.ts';
import type { Check } from './check.ts';
import { ok, problem, type Result, skipped, warning } from './finding.ts';
import { withDatabase } from './forum.ts';
import { cachesNames, findMount } from './mounts.ts';
import { MIN_FREE_SHARE, MIN_USABLE_SHARE } from './thresholds.ts';

/* Checks the folders that the forum writes to: permissions, free space, the pages' own folder. */

interface DataFolder {
  name: string;
  /** The setting that names the folder. */
  setting: string;
  /** undefined if this forum has none. */
  folderOf(env: Env): string | undefined;
}
const FOLDERS: readonly DataFolder[] = [
  { name: 'data', setting: 'DATA_DIR', folderOf: (env) => env.DATA_DIR },
  { name: 'site', setting: 'SITE_DIR', folderOf: (env) => env.SITE_DIR },
  {
    name: 'uploads',
    setting: 'DATA_DIR',
    folderOf: (env) => (env.STORAGE_URL ? undefined : getUploadsFolder(env.DATA_DIR)),
  },
];
const IN_BUCKET = 'Uploads are in a bucket.';

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;
function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${(bytes / 1_000 ** power).toFixed(power > 2 ? 1 : 0)} ${UNITS[power]}`;
}
const formatShare = (share: number): string => `${Math.floor(share * 100)} %`;

function judgeShare(share: number, sentence: string, advice: string): Result {
  if (share < MIN_USABLE_SHARE) return problem(sentence, advice);
  return share < MIN_FREE_SHARE ? warning(sentence, advice) : ok(sentence);
}

/** Checks free bytes, or free inodes if they are scarcer. */
async function checkDisk(folder: string): Promise<Result> {
  const disk = await statfs(folder).catch(() => undefined);
  if (!disk) return skipped(`The disk could not be checked: ${folder} can’t be opened.`);
  const { blocks, bavail, bsize, files, ffree } = disk;
  const inodes = files > 0 ? ffree / files : 1;
  const bytes = blocks > 0 ? bavail / blocks : 1;
  if (inodes < MIN_FREE_SHARE && inodes < bytes)
    return judgeShare(
      inodes,
      `The disk of ${folder} has inodes for only ${ffree} more files (${formatShare(inodes)}).`,
      'Delete unneeded small files, or use a file system with more inodes.',
    );
  return judgeShare(
    bytes,
    `The disk of ${folder} has ${formatBytes(bavail * bsize)} free (${formatShare(bytes)}).`,
    'Free space or enlarge the disk. Without free space, pages, uploads and the database can’t be written.',
  );
}

function explainWrite(code: string | undefined, folder: string, setting: string): Result {
  const { username } = userInfo();
  if (code === 'ENOENT')
    return problem(
      `${folder} does not exist.`,
      `Create it for the user ${username}, or correct ${setting}.`,
    );
  if (code === 'ENOTDIR')
    return problem(
      `${folder} is not a folder.`,
      `Move the file of that name, or correct ${setting}.`,
    );
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return problem(`Nothing can be written to ${folder}: the disk is full.`, 'Free space there.');
  return problem(
    `The user ${username} may not write to ${folder} (${code}).`,
    `Make ${username} its owner (chown -R ${username} ${folder}), or correct ${setting}.`,
  );
}

async function checkFolder(folder: string, setting: string): Promise<Result> {
  const probe = join(folder, `.doctor-${process.pid}`);
  try {
    if (!(await stat(folder)).isDirectory()) return explainWrite('ENOTDIR', folder, setting);
    await writeFile(probe, '');
    await rm(probe);
  } catch (error) {
    await rm(probe, { force: true }).catch(() => {});
    return explainWrite((error as NodeJS.ErrnoException).code, folder, setting);
  }
  return ok(`${folder} can be written.`);
}

/** The mounts of this machine; none on systems without such a file. */
const readMounts = (): Promise<string> => readFile('/proc/mounts', 'utf8').catch(() => '');

async function checkPagesFolder(siteDir: string, id: string): Promise<Result> {
  const folderProblem = await findFolderProblem(siteDir, id);
  if (folderProblem)
    return problem(
      folderProblem === WRONG_FOLDER
        ? `${siteDir} is not the folder of this forum’s pages.`
        : folderProblem,
      'Mount the shared folder. If this folder is right, stop all servers and run “npm start”: it renders all pages again.',
    );
  const mount = findMount(await readMounts(), await realpath(siteDir));
  if (mount && cachesNames(mount))
    return warning(
      `${siteDir} is on NFS, and this machine caches names: it shows a deleted page for up to a minute.`,
      'Mount it with the option lookupcache=none.',
    );
  return ok(`${siteDir} has this forum’s pages.`);
}

const PAGES_FOLDER_CHECK: Check = {
  id: 'folder.pages',
  checked: 'whether SITE_DIR is the folder of this forum’s pages',
  run: withDatabase(async (db, { env }) => {
    if (env.PAGES_URL) return skipped('Pages are in a bucket.');
    const id = await readExpectedId(db);
    return id === undefined
      ? skipped('“npm start” has not prepared the folder yet.')
      : checkPagesFolder(env.SITE_DIR, id);
  }),
};

const EACH_FOLDER_CHECKS: readonly Check[] = FOLDERS.flatMap(({ name, setting, folderOf }) => [
  {
    id: `folder.${name}`,
    checked: `the folder of ${name}: existence and permissions`,
    run: async ({ env }) => {
      const folder = folderOf(env);
      return folder ? checkFolder(folder, setting) : skipped(IN_BUCKET);
    },
  },
  {
    id: `disk.${name}`,
    checked: `free space on the disk of ${name}`,
    run: async ({ env }) => {
      const folder = folderOf(env);
      return folder ? checkDisk(folder) : skipped(IN_BUCKET);
    },
  },
]);

export const FOLDER_CHECKS: readonly Check[] = [...EACH_FOLDER_CHECKS, PAGES_FOLDER_CHECK];
