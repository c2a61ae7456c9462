import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { allProcesses, type Process, withDescendants } from '../../../tests/support/processes.ts';
import type { RelatedTest } from '../../test/related-tests.ts';
import { applyEdit, type Mutant } from './mutant.ts';

/* Tries mutants in a copy of the working tree, isolated from concurrent edits. */

/** Generated, or not of the project. */
const NOT_COPIED = ['node_modules', 'dist', '.git', '.data', 'test-results'];
/** Time for processes to end by themselves. */
const GRACE_MS = 8_000;

export interface Trial {
  /** The first test that failed. */
  noticedBy?: string;
  /** Timeout before all tests had run. */
  isCutShort: boolean;
  /** Test files that fail without the mutant too, and are ignored. */
  failing: string[];
}
type Run = Omit<Trial, 'failing'>;

export interface Workshop {
  /** Runs tests on a mutant until one fails or the time is over. */
  tryMutant(mutant: Mutant, tests: readonly RelatedTest[], seconds: number): Promise<Trial>;
  /** Ends its processes and deletes it. */
  close(): Promise<void>;
}

interface JsonReport {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

/**
 * The first failure in Vitest's report: a test, or a file that can't be loaded. After a failure,
 * Vitest reports skipped files as failed, but without a message.
 */
export function readFailure(report: JsonReport, root: string): string | undefined {
  for (const { name, assertionResults } of report.testResults) {
    const failed = assertionResults.find((result) => result.status === 'failed');
    if (failed) return `${relative(root, name)}: ${failed.fullName.trim()}`;
  }
  const broken = report.testResults.find(
    (result) => result.status === 'failed' && result.message !== '',
  );
  return broken && relative(root, broken.name);
}

/** Ends all processes started below a folder or using its files. */
async function endProcesses(folder: string, child: ChildProcess | undefined): Promise<void> {
  const remaining = () => {
    const all = allProcesses();
    const below = withDescendants(child?.pid === undefined ? [] : [child.pid], all);
    return all.filter(({ pid, command }) => below.includes(pid) || command.includes(folder));
  };
  const signal = (processes: readonly Process[], name: NodeJS.Signals) => {
    for (const { pid } of processes)
      try {
        process.kill(pid, name);
      } catch {
        // it has ended
      }
  };
  // listed now: after Vitest's end, its processes have other parents
  const started = remaining();
  const stillThere = () =>
    allProcesses().filter(({ pid, command }) =>
      started.some((one) => one.pid === pid && one.command === command),
    );
  signal(started, 'SIGINT');
  const until = performance.now() + GRACE_MS;
  while (stillThere().length > 0 && performance.now() < until) await delay(100);
  signal([...stillThere(), ...remaining()], 'SIGKILL');
}

export function openWorkshop(root: string): Workshop {
  const folder = mkdtempSync(join(tmpdir(), 'forum-mutants-'));
  const tree = join(folder, 'tree');
  const temporary = join(folder, 'tmp');
  const reportFile = join(folder, 'report.json');
  // PostgreSQL runs as another user if this one is root, and must traverse it
  chmodSync(folder, 0o711);
  mkdirSync(temporary);
  cpSync(root, tree, {
    recursive: true,
    filter: (path) =>
      !(relative(root, path) === basename(path) && NOT_COPIED.includes(basename(path))),
  });
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  let running: ChildProcess | undefined;
  let isClosed = false;

  /** True unless the time is over before the tests are. */
  async function runTests(files: readonly string[], milliseconds: number): Promise<boolean> {
    rmSync(reportFile, { force: true });
    const child = spawn(
      process.execPath,
      [
        join(tree, 'node_modules/vitest/vitest.mjs'),
        'run',
        ...['--config', 'scripts/tools/mutants/vitest.config.ts', '--bail', '1'],
        ...['--reporter', 'json', '--outputFile', reportFile],
        ...files,
      ],
      {
        cwd: tree,
        stdio: 'ignore',
        // a terminal's interrupt reaches this process alone, which ends the others
        detached: true,
        env: {
          ...process.env,
          NODE_COMPILE_CACHE: join(folder, 'compiled'),
          TEST_FILES: files.join(),
          TMPDIR: temporary,
        },
      },
    );
    running = child;
    const ended = new Promise<true>((resolve) => child.once('close', () => resolve(true)));
    const isWhole = await Promise.race([ended, delay(milliseconds, false, { ref: false })]);
    await endProcesses(folder, isWhole ? undefined : child);
    running = undefined;
    // an interrupted trial has no outcome
    if (isClosed) await new Promise<never>(() => {});
    return isWhole;
  }

  const failure = () =>
    existsSync(reportFile)
      ? readFailure(JSON.parse(readFileSync(reportFile, 'utf8')) as JsonReport, tree)
      : undefined;

  async function runInTurns(tests: readonly RelatedTest[], seconds: number): Promise<Run> {
    const until = performance.now() + seconds * 1_000;
    // tests with a build come last, because it takes longer than most tests
    for (const needsBuild of [false, true]) {
      const files = tests.filter((one) => one.needsBuild === needsBuild).map(({ file }) => file);
      const left = until - performance.now();
      if (files.length === 0) continue;
      if (left <= 0) return { isCutShort: true };
      const isWhole = await runTests(files, left);
      if (isWhole && !existsSync(reportFile)) throw new Error(`Vitest made no report of ${files}`);
      const noticedBy = failure();
      if (noticedBy !== undefined) return { noticedBy, isCutShort: false };
      if (!isWhole) return { isCutShort: true };
    }
    return { isCutShort: false };
  }

  async function runOn(mutant: Mutant, tests: readonly RelatedTest[], seconds: number) {
    const file = join(tree, mutant.file);
    const source = readFileSync(file, 'utf8');
    writeFileSync(file, applyEdit(source, mutant));
    try {
      return await runInTurns(tests, seconds);
    } finally {
      if (existsSync(file)) writeFileSync(file, source);
    }
  }

  const soundness = new Map<string, boolean>();
  /** Whether a file's tests pass without a mutant; run once per file. */
  async function isSound(test: RelatedTest, seconds: number): Promise<boolean> {
    let known = soundness.get(test.file);
    if (known === undefined) {
      const { noticedBy, isCutShort } = await runInTurns([test], seconds);
      known = noticedBy === undefined && !isCutShort;
      soundness.set(test.file, known);
    }
    return known;
  }

  return {
    async tryMutant(mutant, tests, seconds) {
      let left = tests.filter(({ file }) => soundness.get(file) !== false);
      const failing = tests.filter((test) => !left.includes(test)).map(({ file }) => file);
      for (;;) {
        const run = await runOn(mutant, left, seconds);
        const noticing = left.find(({ file }) => run.noticedBy?.startsWith(file));
        if (!noticing || (await isSound(noticing, seconds))) return { ...run, failing };
        failing.push(noticing.file);
        left = left.filter((test) => test !== noticing);
      }
    },
    async close() {
      isClosed = true;
      await endProcesses(folder, running);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
