import { createDb } from '#db/client.ts';
import { ConfigError, readEnv } from '#platform/env.ts';
import { printUsageIfAsked } from '../cli/usage.ts';
import { withDatabase } from '../cli/with-database.ts';
import { collectStatements } from './explain/collect-statements.ts';
import { explainAll, type PlanFinding, splitAllowed } from './explain/explain-all.ts';

const USAGE = `Plans every SQL statement of the forum on its database, as a custom and as a generic plan, with three states of the
statistics: none, those of an early forum with forty members, and current ones.
Prints the plans that scan a large table. Exit code 1 if there are any.

  npm run explain

It changes the statistics, but no rows. Run it on a copy of a busy forum, not on the forum itself.`;

const toLine = ({ id, finding, state, plan }: PlanFinding): string =>
  `${id}: ${finding} (${plan} plan, ${state})`;

async function main(): Promise<void> {
  const statements = await collectStatements();
  await withDatabase(readEnv(), async ({ DATABASE_URL }) => {
    const db = createDb({ url: DATABASE_URL, kind: 'maintenance', name: 'forum explain' });
    try {
      const { allowed, wrong } = splitAllowed(await explainAll(db, statements));
      for (const finding of wrong) process.stdout.write(`${toLine(finding)}\n`);
      process.stdout.write(
        `${statements.length} statements, ${wrong.length} plans to fix, ${allowed.length} allowed (scripts/tools/explain/allowed-plans.ts).\n`,
      );
      process.exitCode = wrong.length > 0 ? 1 : 0;
    } finally {
      await db.$client.end();
    }
  });
}

if (!printUsageIfAsked(USAGE))
  try {
    await main();
  } catch (error) {
    const isExpected = error instanceof ConfigError;
    process.stderr.write(`${isExpected ? error.message : (error as Error).stack}\n`);
    process.exitCode = 1;
  }
