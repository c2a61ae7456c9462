import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { readPageBuild } from '#db/brand.ts';
import { createDb } from '#db/client.ts';
import { countPublishFailures } from '#domain/operations/publishing/read.ts';
import { ConfigError, type Env, readEnv } from '#platform/env.ts';
import { iteratePublishedPaths, type PageFinding } from '#publish/audit/compare-pages.ts';
import { removeOrphanFiles } from '#publish/audit/orphan-files.ts';
import { openPagesBucket } from '#publish/files/bucket-pages.ts';
import { createCdnClient } from '#publish/files/cdn-client.ts';
import { openPages } from '#publish/files/open-pages.ts';
import { findMissingPaths, markMissing } from '#publish/files/page-records.ts';
import { findFolderProblem, readExpectedId } from '#publish/files/pages-folder.ts';
import { iterateAllPaths } from '#publish/render/all-paths.ts';
import type { PublishOutcome } from '#publish/render/publisher.ts';
import { type Renderer, startRenderer, YOUNG_HEAP_MB } from '../src/server/renderer-client.ts';
import { readBuiltFingerprint } from './build.ts';
import { printUsageIfAsked } from './cli/usage.ts';
import { withClient } from './cli/with-client.ts';
import { withDatabase } from './cli/with-database.ts';

const USAGE = `Renders published pages and writes their files.

  npm run publish -- --all | --path /zh/post/42 [--path …] | --check [--all] [--repair]

  --all    all published pages
  --path   these pages
  --check  compares a sample of the files with the database, prints the first difference of each, and changes nothing; with --all
           compares all files, and deletes files without a record
  --repair with --check: re-renders the pages whose files are wrong, empty or missing`;

const rendererEntry = pathToFileURL(join(import.meta.dirname, '../dist/server/entry.mjs'));

const PATHS_PER_TASK = 64;

/** Throws ConfigError if pages would be written into another folder than this forum's. */
async function requireFolder({ DATABASE_URL, PAGES_URL, SITE_DIR }: Env): Promise<void> {
  if (PAGES_URL || !DATABASE_URL) return;
  const problem = await withClient(DATABASE_URL, { name: 'forum publish' }, async (client) =>
    findFolderProblem(SITE_DIR, await readExpectedId(client)),
  );
  if (problem) throw new ConfigError(problem);
}

async function withRenderers<T>(
  env: Env,
  count: number,
  work: (use: <R>(task: (renderer: Renderer) => Promise<R>) => Promise<R>) => Promise<T>,
): Promise<T> {
  const build = readBuiltFingerprint();
  if (!build || !env.DATABASE_URL)
    throw new ConfigError('The site is not built: run "npm start" or "npm run build" first.');
  await requireFolder(env);
  const onDeath = (error: Error, paths: readonly string[]) =>
    void process.stderr.write(
      `A renderer exited at ${paths.join(', ') || 'no page'}: ${error.stack}\n`,
    );
  const renderers = Array.from({ length: count }, (_, index) =>
    startRenderer(
      rendererEntry,
      { name: `script${index}`, build, maintains: false, databaseUrl: env.DATABASE_URL as string },
      { onDeath, young: YOUNG_HEAP_MB.everything },
    ),
  );
  // Two tasks each: one renders while the other waits for the database.
  const idle = renderers.flatMap((renderer) => [renderer, renderer]);
  const queue: (() => void)[] = [];
  try {
    return await work(async (task) => {
      while (idle.length === 0) await new Promise<void>((resolve) => queue.push(resolve));
      const renderer = idle.pop() as (typeof renderers)[number];
      try {
        return await task(renderer);
      } finally {
        idle.push(renderer);
        queue.shift()?.();
      }
    });
  } finally {
    await Promise.all(renderers.map((renderer) => renderer.stop()));
  }
}

const UNWRITTEN_MESSAGE =
  'The pages could not be written. Check the bucket PAGES_URL, or the free space of SITE_DIR and whether this user may write there. Then run the command again. The former pages are unchanged.';

/** Throws ConfigError if the bucket of pages doesn't exist or refuses the key. */
async function checkPagesBucket({ PAGES_URL }: Env): Promise<void> {
  if (!PAGES_URL) return;
  await openPagesBucket(PAGES_URL)
    .probe()
    .catch((error: unknown) => {
      if (error instanceof ConfigError) throw error;
    });
}

/** Pauses before pages are written again, in milliseconds: a bucket may be slow for a moment. */
const WRITE_PAUSES_MS = [1_000, 2_000, 4_000] as const;

/** Publishes pages. Throws ConfigError if they can't be written. */
async function publishPatiently(
  publish: Renderer['publish'],
  paths: string[],
): Promise<PublishOutcome[]> {
  const outcomes = new Map<string, PublishOutcome>();
  let remaining = paths;
  for (const pauseMs of [0, ...WRITE_PAUSES_MS]) {
    await delay(pauseMs);
    for (const outcome of await publish(remaining)) outcomes.set(outcome.path, outcome);
    remaining = [...outcomes.values()].flatMap(({ path, unwritten }) => (unwritten ? path : []));
    if (remaining.length === 0) return [...outcomes.values()];
  }
  throw new ConfigError(UNWRITTEN_MESSAGE);
}

export interface PublishAllOptions {
  /** Skips pages that this build has published. */
  missing?: boolean;
  report(pages: number): void;
}

/** Renders every published page on all cores. Throws ConfigError if they can't be written. */
export async function publishAllPages(
  env: Env,
  { missing = false, report }: PublishAllOptions,
): Promise<{ pages: number; changed: number; failed: string[] }> {
  await checkPagesBucket(env);
  const db = createDb({
    url: env.DATABASE_URL as string,
    kind: 'maintenance',
    name: 'forum publish',
  });
  let pages = 0;
  let changed = 0;
  const failed: string[] = [];
  const cores = availableParallelism();
  try {
    await withRenderers(env, cores, async (use) => {
      const running = new Set<Promise<void>>();
      const publishPortion = async (paths: string[]) => {
        const publish = (some: string[]) => use((renderer) => renderer.publish(some));
        for (const outcome of await publishPatiently(publish, paths)) {
          pages++;
          if (outcome.changed) changed++;
          if (outcome.status === 500) failed.push(outcome.path);
        }
        report(pages);
      };
      const build = await readPageBuild(db, readBuiltFingerprint() as string);
      for await (const batch of iterateAllPaths(db)) {
        const paths = missing ? await findMissingPaths(db, batch, build) : batch;
        for (let from = 0; from < paths.length; from += PATHS_PER_TASK) {
          while (running.size >= cores * 3) await Promise.race(running);
          const job: Promise<void> = publishPortion(
            paths.slice(from, from + PATHS_PER_TASK),
          ).finally(() => running.delete(job));
          running.add(job);
        }
      }
      await Promise.all(running);
    });
  } finally {
    await db.$client.end();
  }
  return { pages, changed, failed };
}

interface PageDifference extends Omit<PageFinding, 'kind'> {
  kind: PageFinding['kind'] | 'unrecorded';
}

const formatDifference = ({ path, kind, difference }: PageDifference): string =>
  `${kind.padEnd(10)}  ${path}\n${
    difference ? `  file:      ${difference.former}\n  database:  ${difference.now}\n` : ''
  }`;

/** Checks published files: all, or a sample. With all, it deletes files without a record. */
async function checkPages(
  env: Env,
  { all, repairs }: { all: boolean; repairs: boolean },
): Promise<{
  checked: number;
  wrong: PageDifference[];
  behind: number;
  failing: number;
  /** Wrong pages whose files were rewritten. */
  repaired: number;
}> {
  const db = createDb({
    url: env.DATABASE_URL as string,
    kind: 'maintenance',
    name: 'forum check',
  });
  const lockDb = createDb({
    url: env.DATABASE_URL as string,
    kind: 'publisher',
    name: 'forum check',
  });
  let checked = 0;
  const wrong: PageDifference[] = [];
  let behind = 0;
  let repaired = 0;
  /** Renders and writes pages, whatever their records say. */
  const repair = async (renderer: Renderer, paths: string[]) => {
    await markMissing(db, paths);
    const outcomes = await renderer.publish(paths);
    repaired += outcomes.filter(({ status, unwritten }) => status !== 500 && !unwritten).length;
  };
  try {
    await withRenderers(env, availableParallelism(), async (use) => {
      for await (const paths of iteratePublishedPaths(db, all)) {
        const findings = await use((renderer) => renderer.check(paths));
        const wrongHere = findings.filter((finding) => finding.kind !== 'behind');
        wrong.push(...wrongHere);
        if (repairs && wrongHere.length > 0)
          await use((renderer) =>
            repair(
              renderer,
              wrongHere.map((finding) => finding.path),
            ),
          );
        behind += findings.filter((finding) => finding.kind === 'behind').length;
        checked += paths.length;
      }
    });
    if (all)
      wrong.push(
        ...(
          await removeOrphanFiles({
            db,
            lockDb,
            pages: openPages(env, db),
            cdn: createCdnClient(env),
          })
        ).map((path): PageDifference => ({ path, kind: 'unrecorded' })),
      );
    return { checked, wrong, behind, repaired, failing: await countPublishFailures(db) };
  } finally {
    await Promise.all([db.$client.end(), lockDb.$client.end()]);
  }
}

async function main(): Promise<void> {
  if (printUsageIfAsked(USAGE)) return;
  const { values } = parseArgs({
    options: {
      all: { type: 'boolean' },
      path: { type: 'string', multiple: true },
      check: { type: 'boolean' },
      repair: { type: 'boolean' },
    },
  });
  await withDatabase(readEnv(), async (env) => {
    if (values.check) {
      const { checked, wrong, behind, failing, repaired } = await checkPages(env, {
        all: values.all === true,
        repairs: values.repair === true,
      });
      const differing = wrong.filter(({ kind }) => kind !== 'unrecorded').length;
      const unrecorded = wrong.length - differing;
      for (const one of wrong) process.stdout.write(formatDifference(one));
      process.stdout.write(`${checked} pages checked, ${differing} differ from the database\n`);
      if (behind > 0)
        process.stdout.write(
          `${behind} pages show older counts, which is permitted until their next change\n`,
        );
      if (unrecorded > 0)
        process.stdout.write(`${unrecorded} files without a record were deleted\n`);
      if (failing > 0)
        process.stdout.write(
          `${failing} pages failed to render and will be retried; the admin area lists them\n`,
        );
      if (values.repair) process.stdout.write(`${repaired} pages were re-rendered\n`);
      if (wrong.length > repaired || failing > 0) process.exitCode = 1;
    } else if (values.path) {
      const outcomes = await withRenderers(env, 1, (use) =>
        use((renderer) => renderer.publish(values.path ?? [])),
      );
      for (const outcome of outcomes)
        process.stdout.write(
          `${outcome.status}  ${outcome.unwritten ? 'not written' : outcome.changed ? 'replaced' : 'unchanged'}  ${outcome.path}\n`,
        );
      if (outcomes.some((outcome) => outcome.unwritten || outcome.status === 500))
        process.exitCode = 1;
    } else if (values.all) {
      const { showProgress } = await import('./cli/progress.ts');
      const step = showProgress('Publishing');
      const { pages, changed, failed } = await publishAllPages(env, {
        report: (count) => step.update(`${count} pages`),
      });
      step.done(`${pages} pages, ${changed} changed, ${failed.length} failed`);
      if (failed.length > 0) process.exitCode = 1;
    } else {
      process.stderr.write(
        'usage: npm run publish -- --all | --path /zh/post/42 | --check [--all] [--repair]\n',
      );
      process.exitCode = 2;
    }
  });
}

if (import.meta.main) await main();
