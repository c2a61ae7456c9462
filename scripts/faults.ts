import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runFaultyProxy } from '../tests/support/faulty-proxy.ts';
import { freePort } from '../tests/support/free-port.ts';
import { ensureNginx, runNginx } from '../tests/support/nginx.ts';
import { startS3Server } from '../tests/support/s3-server.ts';
import { printUsageIfAsked } from './cli/usage.ts';
import { createForum } from './faults/forum-under-test.ts';
import { mountSmallDisk } from './faults/injections.ts';
import { formatTable, isClean, reportFaults } from './faults/outcome-table.ts';
import { runFaults } from './faults/run-faults.ts';

const USAGE = `Runs a forum of its own as an operator does, while people write and read and parts of it die, and tells what was lost.

  npm run faults [-- --minutes 5] [--only NAME …] [--seed NUMBER] [--check-each] [--out FILE]

  --minutes     each fault is injected once, and they begin anew until so much time has passed
  --only        faults whose name contains this
  --seed        of the chance that chooses the order and what writers do; printed at the start
  --check-each  compares all pages with the database after each fault, not after the last alone: it takes four times as long
                and says which fault it was
  --out         where the table is written as JSON, for npm run reliability

It takes free ports and a fresh temporary folder. Exit code 0 when nothing acknowledged was lost or doubled (posts, edits,
pictures), nothing that was deleted came back, no page differs from the database (npm run publish -- --check --all), no file
is half written or without a row, no reader behind nginx saw an error, and no part needed a hand.`;

const say = (line: string) =>
  process.stdout.write(`${new Date().toISOString().slice(11, 19)}  ${line}\n`);

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '5' },
      only: { type: 'string', multiple: true },
      seed: { type: 'string' },
      'check-each': { type: 'boolean', default: false },
      out: { type: 'string' },
    },
  });
  const missing = ensureNginx();
  if (missing) throw new Error(`nginx is not here (${missing}).`);
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
  const folder = mkdtempSync(join(tmpdir(), 'forum-faults-'));
  const s3 = await startS3Server(join(folder, 's3'));
  const proxy = await runFaultyProxy({ port: Number(new URL(s3.storageUrl).port) });
  const forum = createForum({
    dataDir: join(folder, 'data'),
    port: await freePort(),
    logFile: join(folder, 'forum.log'),
    bucket: { storageUrl: s3.storageUrl, proxy },
  });
  say(`seed ${seed}, log ${join(folder, 'forum.log')}`);
  const takeDiskAway = mountSmallDisk(forum.siteDir);
  if (!takeDiskAway)
    say('the pages can’t have a disk of their own here: a full one is not injected');
  let nginx: Awaited<ReturnType<typeof runNginx>> | undefined;
  const endAll = async () => {
    await nginx?.stop();
    await forum.stop();
    proxy.stop();
    await s3.stop();
    takeDiskAway?.();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void endAll().finally(() => process.exit(1)));
  let clean = false;
  try {
    say('a first start, with the demo community');
    await forum.start();
    nginx = await runNginx(join(folder, 'nginx'), {
      app: `127.0.0.1:${forum.port}`,
      siteDir: forum.siteDir,
      uploadsDir: join(forum.dataDir, 'uploads'),
    });
    const until = performance.now() + Number(values.minutes) * 60_000;
    const outcomes = await runFaults({
      forum,
      nginxUrl: nginx.url,
      seed,
      lock: 15,
      brief: 3,
      readThreads: 200,
      only: values.only ?? [],
      checkAtEnd: !values['check-each'],
      more: () => performance.now() < until,
      say,
    });
    process.stdout.write(`\n${formatTable(outcomes)}\n`);
    if (values.out) {
      const report = reportFaults(outcomes, new Date());
      writeFileSync(values.out, `${JSON.stringify(report, null, 2)}\n`);
    }
    clean = isClean(outcomes);
    return clean ? 0 : 1;
  } finally {
    await endAll();
    if (clean) rmSync(folder, { recursive: true, force: true });
    else process.stderr.write(`What it left is in ${folder}; try it again with --seed ${seed}\n`);
  }
}

if (!printUsageIfAsked(USAGE)) process.exitCode = await main();
