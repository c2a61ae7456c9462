import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimes,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isProcessAlive } from '#platform/is-process-alive.ts';

/*
 * Folders of running commands: `.KIND-PID-SPACE-NAME`. Hosts may share the parent folder, and a PID
 * is valid in its namespace only, so the name has both. The owner renews the folder's mtime.
 */

export type WorkKind = 'backup' | 'restore' | 'drill' | 'upgrade' | 'plan';

const RENEWAL_MS = 30_000;
/** The owner counts as dead after this time without renewal. */
const LEASE_MS = 600_000;

/** The PID namespace of this boot of this machine. */
function readPidSpace(): string {
  let space: string;
  try {
    space = `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    space = hostname(); // not Linux
  }
  return createHash('sha256').update(space).digest('hex').slice(0, 12);
}

export interface WorkFolder {
  path: string;
  /** Idempotent. */
  remove(): void;
}

/** Creates a folder that other processes leave alone until it is removed. */
export function createWorkFolder(parent: string, kind: WorkKind): WorkFolder {
  const path = mkdtempSync(join(parent, `.${kind}-${process.pid}-${readPidSpace()}-`));
  const renewal = setInterval(() => {
    const now = new Date();
    utimes(path, now, now, () => {}); // a folder that somebody removed needs no owner
  }, RENEWAL_MS);
  renewal.unref();
  return {
    path,
    remove() {
      clearInterval(renewal);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** Whether a name is a work folder's. Older versions omitted PID or namespace. */
export const isWorkFolderName = (name: string, kind: WorkKind): boolean =>
  new RegExp(`^\\.${kind}-(?:\\d+-)?(?:[0-9a-f]{12}-)?\\w+$`).test(name);

function isAbandoned(parent: string, name: string): boolean {
  const [, pid, space] = /^\.\w+-(\d+)-(?:([0-9a-f]{12})-)?\w+$/.exec(name) ?? [];
  if (pid && space === readPidSpace()) return !isProcessAlive(Number(pid));
  const { mtimeMs } = statSync(join(parent, name), { throwIfNoEntry: false }) ?? {};
  return mtimeMs !== undefined && Date.now() - mtimeMs > LEASE_MS;
}

/** Paths of work folders whose command was killed. */
export const findAbandonedFolders = (parent: string, ...kinds: readonly WorkKind[]): string[] =>
  (existsSync(parent) ? readdirSync(parent) : [])
    .filter((name) => kinds.some((kind) => isWorkFolderName(name, kind)))
    .filter((name) => isAbandoned(parent, name))
    .map((name) => join(parent, name));
