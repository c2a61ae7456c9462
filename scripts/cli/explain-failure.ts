import { ConfigError } from '#platform/env.ts';

/**
 * Ends a command that failed: with one line where the operator can do something about it, with the
 * stack where it is a bug.
 */
export const explainFailure =
  (outcome: string) =>
  (error: NodeJS.ErrnoException & { path?: string }): void => {
    const { code, path, message } = error;
    let line = `${outcome}: ${error.stack}`;
    if (error instanceof ConfigError) line = message;
    else if (code === 'ENOSPC') line = `${outcome}: the disk is full.`;
    else if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
      line = `${outcome}: this user may not write ${path}.`;
    else if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
      line = `${outcome}: the database does not answer at DATABASE_URL.`;
    else if (code?.startsWith('ERR_PARSE_ARGS')) line = message;
    process.stderr.write(`${line}\n`);
    process.exitCode = 1;
  };
