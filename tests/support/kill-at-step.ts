import { readEnv } from '#platform/env.ts';
import { restoreBackup } from '../../scripts/backup/restore-backup.ts';
import { prepareBackup } from '../../scripts/backup/write-backup.ts';
import { withDatabase } from '../../scripts/cli/with-database.ts';
import { upgradeDatabase } from '../../scripts/upgrade/upgrade-database.ts';

/*
 * `kill-at-step.ts restore|backup|upgrade FILE STEP`: a restore, a backup or an upgrade of the
 * database whose process is killed when it says that it has come to a step. The environment is that
 * of the command. An upgrade has no file.
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
