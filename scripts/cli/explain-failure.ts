import { ConfigError } from '#platform/env.ts';

type Failure = NodeJS.ErrnoException & { path?: string };

/** Why something failed, where the operator can do something about it; undefined for a bug. */
function findReason({ code, path }: Failure): string | undefined {
  if (code === 'ENOSPC') return 'the disk is full';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `this user may not write ${path}`;
  if (code === 'EEXIST' || code === 'ENOTDIR') return `${path} is not a folder`;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return 'the database does not answer at DATABASE_URL';
  return undefined;
}

/** Whether a command was called, or is set, in a way that it can't be: its message says all. */
export const isUsageError = (error: unknown): boolean =>
  error instanceof ConfigError ||
  String((error as Failure | undefined)?.code).startsWith('ERR_PARSE_ARGS');

/** Why something failed, in a few words, for a line of the log. */
export const describeFailure = (error: Failure): string => findReason(error) ?? error.message;

/**
 * Ends a command that failed: with one line where the operator can do something about it, with the
 * stack where it is a bug.
 */
export const explainFailure =
  (outcome: string) =>
  (error: Failure): void => {
    const reason = findReason(error);
    let line = `${outcome}: ${reason ? `${reason}.` : error.stack}`;
    if (isUsageError(error)) line = error.message;
    process.stderr.write(`${line}\n`);
    process.exitCode = 1;
  };
