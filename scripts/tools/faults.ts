import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runFaultyProxy } from '../../tests/support/faulty-proxy.ts';
import { ensureNginx, runNginx } from '../../tests/support/nginx.ts';
import { reservePort } from '../../tests/support/ports.ts';
import { startS3Server } from '../../tests/support/s3-server.ts';
import { createVarnish, ensureVarnish, type Varnish } from '../../tests/support/varnish.ts';
import { printUsageIfAsked } from '../cli/usage.ts';
import { writeJson } from '../cli/write-json.ts';
import { startTestRun } from '../test/test-run.ts';
import { startFaultyProvider } from './faults/faulty-provider.ts';
import { createForum } from './faults/forum-under-test.ts';
import { formatMachines, meetsGoals, reportMachines } from './faults/machines/machine-table.ts';
import { ensureMachines, runMachines } from './faults/machines/run-machines.ts';
import { formatTable, isClean, reportFaults } from './faults/outcome-table.ts';
import { mountPowerDisk } from './faults/power-cut.ts';
import { runFaults } from './faults/run-faults.ts';
import { DATA_DISK, mountSmallDisk, PAGES_DISK, type SmallDisk } from './faults/small-disk.ts';

const USAGE = `Runs a temporary forum under simulated traffic, injects faults, and reports what was lost.

  npm run faults -- --machines [--only NAME …] [--out FILE]
  npm run faults [-- --minutes 5] [--power-cuts NUMBER] [--only NAME …] [--seed NUMBER] [--check-each] [--out FILE]

  --machines    builds three machines as scripts/deploy/many describes them, in network namespaces, and breaks them
                (needs root; skipped where that or a package is missing)
  --minutes     injects each fault once, and repeats them until this time has passed
  --power-cuts  only cuts the power this many times; the data folder is a separate disk (needs root, mkfs.ext4 and a loop device)
  --only        only faults whose name contains this
  --seed        random seed of the order and the traffic; printed at the start
  --check-each  compares all pages with the database after each fault, not only at the end: takes four times as long,
                but identifies the fault
  --out         the JSON file with the results, for npm run reliability

It uses free ports and a temporary folder, which is deleted at the end, also after a kill. The log remains after a failure.
As root it mounts separate disks for pages and for the data folder, to fill them. Otherwise it skips these faults, and those
of Varnish if Varnish is not installed. Exit code 0 means:
  - no acknowledged post, edit or picture was lost or duplicated, and no deleted one reappeared
  - no page differs from the database (npm run publish -- --check --all)
  - no file is incomplete or without a row
  - no reader behind nginx got an error, and Varnish served no page older than the files
  - no part needed manual work`;

const say = (line: string) =>
  process.stdout.write(`${new Date().toISOString().slice(11, 19)}  ${line}\n`);

/** Mounts the data folder and its pages on small disks, if mounting is permitted. */
function mountDisks(dataDir: string): { dataDisk?: SmallDisk; pagesDisk?: SmallDisk } {
  const dataDisk = mountSmallDisk(dataDir, DATA_DISK);
  const pagesDisk = dataDisk && mountSmallDisk(join(dataDir, 'site'), PAGES_DISK);
  if (pagesDisk) return { dataDisk, pagesDisk };
  dataDisk?.unmount();
  say('separate disks can’t be mounted here: skipping full disks');
  return {};
}

async function prepareVarnish(folder: string): Promise<Varnish | undefined> {
  const missing = ensureVarnish();
  if (!missing) return createVarnish(folder);
  say(`Varnish is not installed (${missing}): skipping its fault`);
  return undefined;
}

/** Runs faults of three machines; skips them where they can't be built. */
async function runOnMachines(only: string[], seed: number, out?: string): Promise<number> {
  const problem = ensureMachines();
  if (problem) {
    say(`three machines can’t be built here: ${problem}`);
    return 0;
  }
  const run = startTestRun();
  process.env.TMPDIR = run.folder;
  try {
    const outcomes = await runMachines({
      folder: run.folder,
      seed,
      only,
      say,
      report: (some) => out && writeJson(out, reportMachines(some, new Date())),
    });
    process.stdout.write(`\n${formatMachines(outcomes)}\n`);
    return meetsGoals(outcomes) ? 0 : 1;
  } finally {
    await run.end();
  }
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '5' },
      only: { type: 'string', multiple: true },
      'power-cuts': { type: 'string' },
      seed: { type: 'string' },
      machines: { type: 'boolean', default: false },
      'check-each': { type: 'boolean', default: false },
      out: { type: 'string' },
    },
  });
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
  if (values.machines) return runOnMachines(values.only ?? [], seed, values.out);
  const missing = ensureNginx();
  if (missing) throw new Error(`nginx is not installed (${missing}).`);
  const logFolder = mkdtempSync(join(tmpdir(), 'forum-faults-'));
  const logFile = join(logFolder, 'forum.log');
  // Processes and mounts end with this process, in whatever way.
  const run = startTestRun();
  const { folder } = run;
  process.env.TMPDIR = folder;
  const powerCuts = Number(values['power-cuts'] ?? 0);
  const s3 = await startS3Server(join(folder, 's3'));
  const proxy = await runFaultyProxy({ port: Number(new URL(s3.storageUrl).port) });
  const provider = await startFaultyProvider(folder);
  const varnish = powerCuts > 0 ? undefined : await prepareVarnish(join(folder, 'varnish'));
  const dataDir = join(folder, 'data');
  const powerDisk = powerCuts > 0 ? mountPowerDisk(dataDir, join(folder, 'disk')) : undefined;
  if (typeof powerDisk === 'string') {
    say(`power cuts are not possible here: ${powerDisk}`);
    await run.end();
    return 1;
  }
  const { dataDisk, pagesDisk } = powerDisk ? {} : mountDisks(dataDir);
  const forum = createForum({
    dataDir,
    port: await reservePort(),
    logFile,
    // A power cut affects a folder's uploads, not a bucket's.
    ...(powerDisk ? { powerDisk } : { bucket: { storageUrl: s3.storageUrl, proxy } }),
    dataDisk,
    pagesDisk,
    provider,
    varnish,
  });
  say(`seed ${seed}, log ${logFile}`);
  let nginx: Awaited<ReturnType<typeof runNginx>> | undefined;
  const endAll = async () => {
    await varnish?.stop();
    await nginx?.stop();
    await forum.stop();
    proxy.stop();
    provider.stop();
    await s3.stop();
    pagesDisk?.unmount();
    dataDisk?.unmount();
    powerDisk?.unmount();
    await run.end();
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
      cdn: varnish ? 'varnish' : 'none',
    });
    varnish?.setTarget(nginx.url);
    await varnish?.start();
    let cuts = 0;
    const until = performance.now() + Number(values.minutes) * 60_000;
    const outcomes = await runFaults({
      forum,
      nginxUrl: nginx.url,
      seed,
      lock: 15,
      brief: 3,
      readThreads: 200,
      only: powerDisk ? ['power cut'] : (values.only ?? []),
      checkAtEnd: !values['check-each'],
      more: () => (powerDisk ? ++cuts < powerCuts : performance.now() < until),
      say,
    });
    process.stdout.write(`\n${formatTable(outcomes)}\n`);
    if (values.out) writeJson(values.out, reportFaults(outcomes, new Date()));
    clean = isClean(outcomes);
    return clean ? 0 : 1;
  } finally {
    await endAll();
    if (clean) rmSync(logFolder, { recursive: true, force: true });
    else process.stderr.write(`The log is ${logFile}; repeat with --seed ${seed}\n`);
  }
}

if (!printUsageIfAsked(USAGE)) process.exitCode = await main();
