import { parseArgs } from 'node:util';
import { createDb } from '#db/client.ts';
import { migrateDatabase, readPendingMigrations } from '#db/migrate.ts';
import { readEnv } from '#platform/env.ts';
import { endOnSignal } from './cli/end-on-signal.ts';
import { explainFailure } from './cli/explain-failure.ts';
import { printLine } from './cli/progress.ts';
import { printUsageIfAsked } from './cli/usage.ts';
import { withDatabase } from './cli/with-database.ts';
import { planMigrations } from './migrate/plan-migrations.ts';

const USAGE = `Migrates the database to this version of the forum. npm start does this too; with several servers, run it before the first
of them is updated.

  npm run migrate [-- --plan]

  --plan  changes nothing; prints the statements, their locks, and how long they will take on the tables of this database`;

async function main(): Promise<void> {
  if (printUsageIfAsked(USAGE)) return;
  const { values } = parseArgs({ options: { plan: { type: 'boolean' } } });
  const env = readEnv();
  await withDatabase(env, async ({ DATABASE_URL: url, DATA_DIR }) => {
    const db = createDb({ url, kind: 'maintenance', name: 'forum migration' });
    try {
      const pending = await readPendingMigrations(db);
      if (!pending)
        printLine('The database is of a newer version, with which this version can work.');
      if (!pending?.length) printLine('Nothing to do: the database has all migrations.');
      else if (values.plan) {
        const signal = endOnSignal('The plan was stopped. The database is unchanged.');
        printLine(await planMigrations(url, DATA_DIR, pending, signal));
      } else
        await migrateDatabase(db, url, {
          onWait: () => printLine('Another process prepares the forum. This one waits for it …'),
          say: printLine,
          onApplied: ({ tag }, milliseconds) =>
            printLine(`${tag}: applied in ${(milliseconds / 1000).toFixed(1)} s`),
        });
    } finally {
      await db.$client.end();
    }
  });
}

await main().catch(explainFailure('The database was not migrated'));
