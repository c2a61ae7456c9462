import { readEnv } from '#platform/env.ts';
import { restoreBackup } from '../../scripts/backup/restore-backup.ts';
import { prepareBackup } from '../../scripts/backup/write-backup.ts';
import { withDatabase } from '../../scripts/cli/with-database.ts';
import { upgradeDatabase } from '../../scripts/upgrade/upgrade-database.ts';

/*
 * `kill-at-step.ts restore|backup|upgrade FILE STEP`: runs the command with its usual environment
 * and kills the process when the command reports STEP. An upgrade has no FILE.
 */

const [what, file, wanted] = process.argv.slice(2) as [string, string, string];
const report = (step: string) => {
  if (step === wanted) process.kill(process.pid, 'SIGKILL');
};

if (what === 'upgrade')
  await upgradeDatabase(readEnv().DATA_DIR, { report, signal: new AbortController().signal });
else
  await withDatabase(readEnv(), async (env) => {
    if (what === 'restore') await restoreBackup(env, file, report);
    else await (await prepareBackup(env, file, report)).finish();
  });
