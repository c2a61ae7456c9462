import { parseArgs } from 'node:util';
import { ConfigError, readEnv } from '#platform/env.ts';
import { endOnSignal } from './cli/end-on-signal.ts';
import { explainFailure } from './cli/explain-failure.ts';
import { showProgress } from './cli/progress.ts';
import { printUsageIfAsked } from './cli/usage.ts';
import { upgradeDatabase } from './upgrade/upgrade-database.ts';

const USAGE = `Upgrades the embedded database of $DATA_DIR to the major version of PostgreSQL that this version of the forum uses. Stop the
forum first. The command copies all rows into a new folder, compares them, and replaces the old folder, which it retains under
another name. It needs free disk space for a copy of the database and for its write-ahead log, up to 2 GB.

  npm run upgrade-database [-- --old-bin FOLDER]

  --old-bin  the folder with "postgres" and "initdb" of the old version; by default those that npm or Debian have installed`;

async function main(): Promise<void> {
  if (printUsageIfAsked(USAGE)) return;
  const { values } = parseArgs({ options: { 'old-bin': { type: 'string' } } });
  const env = readEnv();
  if (env.DATABASE_URL)
    throw new ConfigError(
      'DATABASE_URL is set: this command upgrades the database in DATA_DIR only. PostgreSQL’s own pg_upgrade upgrades the other.',
    );
  const signal = endOnSignal('The upgrade was stopped. The old database is unchanged.');
  const step = showProgress('Upgrading the database');
  const { from, to, formerDir } = await upgradeDatabase(env.DATA_DIR, {
    oldBin: values['old-bin'],
    report: step.update,
    signal,
  });
  step.done(
    formerDir
      ? `from PostgreSQL ${from} to ${to}`
      : `nothing to do, it already is PostgreSQL ${to}`,
  );
  if (formerDir)
    process.stdout.write(
      `Start the forum with npm start. The old database is in ${formerDir}: delete it when you no longer need it.\n`,
    );
}

await main().catch(explainFailure('The database was not upgraded'));
