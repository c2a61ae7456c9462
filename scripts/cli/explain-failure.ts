import { ConfigError } from '#platform/env.ts';

type Failure = NodeJS.ErrnoException & { path?: string };

/** The cause, if the operator can fix it; undefined for a bug. */
function findReason({ code, path }: Failure): string | undefined {
  if (code === 'ENOSPC') return 'the disk is full';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `this user may not write ${path}`;
  if (code === 'EEXIST' || code === 'ENOTDIR') return `${path} is not a folder`;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return 'the database at DATABASE_URL does not respond';
  return undefined;
}

/** Whether the command line or a setting is invalid: then the message is sufficient. */
export const isUsageError = (error: unknown): boolean =>
  error instanceof ConfigError ||
  String((error as Failure | undefined)?.code).startsWith('ERR_PARSE_ARGS');

/** A short cause for a log line. */
export const describeFailure = (error: Failure): string => findReason(error) ?? error.message;

/** Ends a failed command: one line if the operator can fix it, else with the stack. */
export const explainFailure =
  (outcome: string) =>
  (error: Failure): void => {
    const reason = findReason(error);
    let line = `${outcome}: ${reason ? `${reason}.` : error.stack}`;
    if (isUsageError(error)) line = error.message;
    process.stderr.write(`${line}\n`);
    process.exitCode = 1;
  };
