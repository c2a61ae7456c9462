import { parseArgs } from 'node:util';
import { ConfigError, readEnv } from '#platform/env.ts';
import { isUsageError } from './cli/explain-failure.ts';
import { printUsageIfAsked } from './cli/usage.ts';
import { CHECK_LIMIT_MS, type Check, runChecks } from './doctor/check.ts';
import { CLOCK_CHECKS } from './doctor/clock.ts';
import { DATABASE_CHECKS } from './doctor/database.ts';
import { FOLDER_CHECKS } from './doctor/folders.ts';
import { openForum } from './doctor/forum.ts';
import { createMask, maskAddresses } from './doctor/mask-secrets.ts';
import { isAllRight, toJson, toText } from './doctor/print-findings.ts';
import { PROVIDER_CHECKS } from './doctor/provider.ts';
import { SERVICE_CHECKS } from './doctor/services.ts';
import { SITE_CHECKS } from './doctor/site.ts';
import { WORK_CHECKS } from './doctor/work.ts';

const USAGE = `Checks the forum that the environment variables configure, and prints each problem with advice.

  npm run doctor -- [--json] [--ignore ID,ID]

  --json    prints the findings as JSON
  --ignore  known findings: printed, but not counted

Exit code 0: no problem; 1: problems; 2: the checks could not run.`;

const CHECKS: readonly Check[] = [
  ...FOLDER_CHECKS,
  ...DATABASE_CHECKS,
  ...SITE_CHECKS,
  ...PROVIDER_CHECKS,
  ...CLOCK_CHECKS,
  ...SERVICE_CHECKS,
  ...WORK_CHECKS,
];

function readArguments(): { json: boolean; ignored: string[] } {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean', default: false },
      ignore: { type: 'string', multiple: true, default: [] },
    },
  });
  const ignored = values.ignore.flatMap((list) => list.split(',')).map((id) => id.trim());
  const unknown = ignored.find((id) => !CHECKS.some((check) => check.id === id));
  if (unknown !== undefined)
    throw new ConfigError(
      `Unknown check in --ignore: ${unknown}. Checks: ${CHECKS.map(({ id }) => id).join(', ')}.`,
    );
  return { json: values.json, ignored };
}

async function main(): Promise<number> {
  const { json, ignored } = readArguments();
  const env = readEnv();
  const forum = openForum(env);
  const mask = createMask(env, forum.databaseUrl);
  const findings = await runChecks(CHECKS, forum, { ignored, mask, limitMs: CHECK_LIMIT_MS });
  process.stdout.write(`${json ? toJson(findings) : toText(findings)}\n`);
  return isAllRight(findings) ? 0 : 1;
}

/** Invalid settings or command line, or a bug: no check ran. */
function explain(error: Error): number {
  const line = isUsageError(error) ? error.message : `The checks could not run: ${error.stack}`;
  process.stderr.write(`${maskAddresses(line)}\n`);
  return 2;
}

if (!printUsageIfAsked(USAGE)) {
  process.exitCode = await main().catch(explain);
  // doesn't wait for unresponsive connections
  process.stdout.write('', () => process.exit());
}
