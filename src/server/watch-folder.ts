import type { Db } from '#db/client.ts';
import { runBackgroundLoop } from '#platform/background-loop.ts';
import { FOLDER_POLL_MS, HEALTH_DEADLINE_MS } from '#platform/limits.ts';
import type { Logger } from '#platform/log.ts';
import { withTimeout } from '#platform/timeout.ts';
import { findFolderProblem, readExpectedId } from '#publish/files/pages-folder.ts';

export interface FolderWatch {
  /** Why this server may not serve the pages of its folder; undefined if it may. */
  readonly problem: string | undefined;
}

const UNRESPONSIVE = 'The file system of SITE_DIR does not answer.';

/** Checks regularly whether the folder is this forum's. Resolves after the first check. */
export async function watchFolder(
  { db, siteDir, log, signal }: { db: Db; siteDir: string; log: Logger; signal: AbortSignal },
  pollMs = FOLDER_POLL_MS,
): Promise<FolderWatch> {
  let problem: string | undefined;
  let expectedId: string | undefined;
  // One at a time: each call of a file system that hangs occupies a thread of Node's pool.
  let reading: Promise<string | undefined> | undefined;

  const check = async () => {
    expectedId = await withTimeout(HEALTH_DEADLINE_MS, readExpectedId(db)).catch(() => expectedId);
    reading ??= findFolderProblem(siteDir, expectedId).finally(() => {
      reading = undefined;
    });
    const found = await withTimeout(HEALTH_DEADLINE_MS, reading).catch(() => UNRESPONSIVE);
    if (found !== problem) {
      if (found) log.error({ reason: found }, 'pages.folderWrong');
      else log.warn('pages.folderRight');
    }
    problem = found;
  };
  await check();
  void runBackgroundLoop({ log, signal, intervalMs: pollMs, name: 'pagesFolder' }, async () => {
    await check();
    return false;
  });
  return {
    get problem() {
      return problem;
    },
  };
}
