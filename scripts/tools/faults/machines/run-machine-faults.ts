import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createDb, type Db } from '#db/client.ts';
import { toFilePath } from '#publish/files/page-file-names.ts';
import { browserHeaders } from '../../../../tests/support/browser-session.ts';
import { chooseThreads } from '../../bench/choose-threads.ts';
import { checkPages, compareWithDatabase, missingPictures } from '../find-damage.ts';
import { holdsWithin, newEntries, waitUntilPublisherIdle } from '../run-faults.ts';
import { createRandom } from '../seeded-random.ts';
import { createWriterTokens, emptyAcknowledged, type PublishedPath } from '../traffic.ts';
import {
  type ClientContext,
  emptyMeasured,
  followEvents,
  type Measured,
  runKeyedWriter,
  runPatientReader,
  runUploader,
  watchFiles,
} from './clients.ts';
import { LONG, type MachineDurations, type MachineFault, machineFaults } from './machine-faults.ts';
import { type MachineOutcome, summarizeMachines } from './machine-table.ts';
import { READERS_PORT, type Topology } from './topology.ts';

/* Runs faults of three machines in turn, and measures what members and readers notice. */

const WRITER_COUNT = 5;
const READER_COUNT = 3;
const FOLLOWER_COUNT = 3;
const THREAD_COUNT = 12;
const BEFORE_MS = 3_000;
const AFTER_MS = 5_000;
/** Everything must work again after this time, without an operator. */
const RECOVERY_MS = 180_000;
/** Goal: pages are right this time after the fault. */
const PAGES_MS = 60_000;

export interface MachineRunOptions {
  topology: Topology;
  seed: number;
  /** Only faults whose name contains one of these. */
  only: readonly string[];
  /** LONG by default */
  durations?: MachineDurations;
  say(line: string): void;
  /** Gets the outcomes so far, after each fault. */
  report?: (outcomes: readonly MachineOutcome[]) => void;
}

/** The longest pause between acknowledgements, in seconds. */
function longestPause({ acknowledgedAt }: Measured, from: number, to: number): number {
  const times = [from, ...acknowledgedAt.filter((at) => at > from).sort((a, b) => a - b), to];
  return Math.max(...times.slice(1).map((at, index) => at - (times[index] as number))) / 1_000;
}

/** Pages that a machine's cache shows differently from their file. */
async function findStaleCopies(
  { machines, siteDir }: Topology,
  paths: readonly string[],
): Promise<string[]> {
  const stale: string[] = [];
  for (const path of paths) {
    const file = readFileSync(join(siteDir, toFilePath(path)), 'utf8');
    for (const { name, address } of machines) {
      const shown = await fetch(`http://${address}:${READERS_PORT}${path}`).then(
        (response) => response.text(),
        (error: Error) => error.message,
      );
      if (shown !== file) stale.push(`${path} of machine ${name} differs from its file`);
    }
  }
  return stale;
}

interface Scene {
  topology: Topology;
  around: Omit<ClientContext, 'signal' | 'measured'>;
  tokens: readonly string[];
  cookies: readonly string[];
  pages: readonly PublishedPath[];
}

const withDb = async <T>(topology: Topology, work: (db: Db) => Promise<T>): Promise<T> => {
  const url = await topology.databaseUrl();
  const db = createDb({ url, kind: 'maintenance', name: 'forum faults' });
  try {
    return await work(db);
  } finally {
    await db.$client.end();
  }
};

/** Injects a fault under traffic. Returns what was measured, when nothing is pending any more. */
async function injectUnderTraffic(
  { topology, around, tokens, cookies }: Scene,
  { name, inject }: MachineFault,
  round: number,
): Promise<{ measured: Measured; longestGap: number; problems: string[] }> {
  const measured = emptyMeasured();
  const problems: string[] = [];
  const [writing, watching] = [new AbortController(), new AbortController()];
  const [writer, watcher] = [writing, watching].map(({ signal }) => ({
    ...around,
    measured,
    signal,
  })) as [ClientContext, ClientContext];
  const watchers = [watchFiles(watcher), ...cookies.map((cookie) => followEvents(watcher, cookie))];
  const writers = tokens.map((token, index) => runKeyedWriter(writer, token, `${round}m${index}`));
  writers.push(runUploader(writer, tokens[0] as string));
  let longestGap = 0;
  try {
    await delay(BEFORE_MS);
    const began = performance.now();
    await inject(topology);
    const recovered = await Promise.race([
      topology.waitUntilHealthy().then(() => true),
      delay(RECOVERY_MS, false),
    ]);
    if (!recovered) problems.push(`not healthy ${RECOVERY_MS / 1_000} s after "${name}"`);
    await delay(AFTER_MS);
    longestGap = longestPause(measured, began, performance.now());
  } finally {
    writing.abort();
    await Promise.all(writers);
    await holdsWithin(
      PAGES_MS,
      async () => measured.missingInFiles.size + measured.missingEvents.size === 0,
    );
    watching.abort();
    await Promise.all(watchers);
  }
  return { measured, longestGap, problems };
}

async function tryMachineFault(
  scene: Scene,
  fault: MachineFault,
  round: number,
  known: { lost: readonly string[]; doubled: readonly string[] },
): Promise<MachineOutcome> {
  const { topology, around } = scene;
  const { said } = around;
  const before = { reads: said.reads, errors: said.readerErrors.length };
  const { measured, longestGap, problems } = await injectUnderTraffic(scene, fault, round);
  const since = performance.now();
  const readerErrors = said.readerErrors.slice(before.errors);
  const paths = [...new Set([...said.replies.values()].map(({ path }) => path))];
  return withDb(topology, async (db) => {
    const findWrongPages = async () => [
      ...(await checkPages(await topology.env())),
      ...(await findStaleCopies(topology, paths)),
    ];
    await waitUntilPublisherIdle(db);
    await holdsWithin(PAGES_MS, async () => {
      const { rowCount } = await db.$client.query('select from cdn_purge limit 1');
      return rowCount === 0;
    });
    let wrongPages = await findWrongPages();
    if (wrongPages.length > 0) {
      await delay(Math.max(0, PAGES_MS - (performance.now() - since)));
      wrongPages = await findWrongPages();
    }
    const { lost, doubled } = await compareWithDatabase(db, said);
    const pictures = await missingPictures({ url: topology.url }, said);
    return {
      fault: fault.name,
      acknowledged: measured.acknowledgedAt.length,
      reads: said.reads - before.reads,
      lost: newEntries([...lost, ...pictures], known.lost),
      doubled: newEntries(doubled, known.doubled),
      wrongPages,
      readerErrors,
      problems: [
        ...problems,
        ...measured.refusals,
        ...[...measured.missingInFiles].map(({ mark, path }) => `${mark} isn't in ${path}`),
        ...[...measured.missingEvents].map(({ mark }) => `nobody was notified of ${mark}`),
      ],
      longestGap,
      longestToFile: measured.longestToFile / 1_000,
      longestToEvent: measured.longestToEvent / 1_000,
    };
  });
}

const prepareScene = ({ topology, seed }: MachineRunOptions): Promise<Scene> =>
  withDb(topology, async (db) => {
    const places = await chooseThreads(db, THREAD_COUNT);
    const tokens = await createWriterTokens(db, WRITER_COUNT);
    const { rows } = await db.$client.query<{ id: number }>(
      `select id from "user" where group_id = 10 and banned_until is null order by id desc limit $1`,
      [FOLLOWER_COUNT],
    );
    const cookies = await Promise.all(
      rows.map(async ({ id }) => (await browserHeaders(db, id)).cookie as string),
    );
    const pages = [...places, ...(await chooseThreads(db, 60))].map(({ id, lang }) => ({
      path: `/${lang}/post/${id}`,
      takesAway: false,
    }));
    // a page is rendered at its first request
    for (const { path } of pages) await (await fetch(topology.url + path)).text();
    const { url, siteDir } = topology;
    const said = emptyAcknowledged();
    return {
      topology,
      around: { url, siteDir, places, random: createRandom(seed), said },
      tokens,
      cookies,
      pages,
    };
  });

/** Runs the faults on running machines, all of which are running afterwards. */
export async function runMachineFaults(options: MachineRunOptions): Promise<MachineOutcome[]> {
  const { only, say } = options;
  const scene = await prepareScene(options);
  const ending = new AbortController();
  const readers = Array.from({ length: READER_COUNT }, () =>
    runPatientReader(
      { ...scene.around, measured: emptyMeasured(), signal: ending.signal },
      scene.pages,
    ),
  );
  const outcomes: MachineOutcome[] = [];
  try {
    const faults = machineFaults(options.durations ?? LONG).filter(
      ({ name }) => only.length === 0 || only.some((part) => name.includes(part)),
    );
    for (const [index, fault] of faults.entries()) {
      say(fault.name);
      const known = {
        lost: outcomes.flatMap(({ lost }) => lost),
        doubled: outcomes.flatMap(({ doubled }) => doubled),
      };
      const outcome = await tryMachineFault(scene, fault, index + 1, known);
      outcomes.push(outcome);
      say(`  ${summarizeMachines(outcome)}`);
      for (const problem of outcome.problems) say(`  ${problem}`);
      options.report?.(outcomes);
    }
  } finally {
    ending.abort();
    await Promise.all(readers);
  }
  return outcomes;
}
