import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type pg from 'pg';
import { createDb } from '#db/client.ts';
import { recordDrill } from '#domain/operations/record.ts';
import type { Env } from '#platform/env.ts';
import { describeFailure } from '../cli/explain-failure.ts';
import { withClient } from '../cli/with-client.ts';
import { readLastMigration } from './catalog.ts';
import { compareWithRunning } from './compare-forums.ts';
import { requireDiskSpace } from './disk-space.ts';
import { readAbout } from './read-archive.ts';
import { restoreBackup } from './restore-backup.ts';
import { clearScratchForums, withScratchForum } from './scratch-forum.ts';
import { tryPages } from './try-pages.ts';

/* A restore drill: all steps of a real restore, next to the running forum. */

type ReadyEnv = Env & { DATABASE_URL: string };

const CONNECTION = { name: 'forum drill' };

const MAX_PROBLEMS = 20;
const MAX_PROBLEM_CHARACTERS = 300;

export interface DrillReport {
  findings: string[];
  problems: string[];
}

export interface DrillOptions {
  report: (step: string) => void;
  signal: AbortSignal;
}

async function tryRestore(
  env: ReadyEnv,
  file: string,
  running: pg.Client | undefined,
  { report, signal }: DrillOptions,
): Promise<DrillReport> {
  const findings: string[] = [];
  const problems: string[] = [];
  const about = await readAbout(file);
  await withScratchForum(env, signal, async (scratch) => {
    const { madeAt, rows, uploads } = await restoreBackup(scratch, file, report);
    findings.push(`${rows} rows and ${uploads} uploads of ${madeAt} were restored.`);
    await withClient(scratch.DATABASE_URL, CONNECTION, async (restored) => {
      report('comparing');
      if (!running) findings.push('There is no forum to compare them with.');
      else if (about.site !== env.SITE_URL)
        findings.push(`They were not compared with this forum: they belong to ${about.site}.`);
      else {
        const {
          tables,
          since,
          problems: missing,
        } = await compareWithRunning(restored, running, madeAt);
        problems.push(...missing);
        findings.push(
          `${tables} tables were compared with the running forum, which has ${since} newer rows.`,
        );
      }
    });
    report('pages');
    const pages = await tryPages(scratch);
    if (!pages) findings.push('No page was rendered: the site is not built.');
    else {
      findings.push(`${pages.tried} pages were rendered.`);
      if (pages.failed.length > 0)
        problems.push(
          `${pages.failed.length} of ${pages.tried} pages could not be rendered: ${pages.failed.slice(0, 5).join(', ')}.`,
        );
    }
  });
  return { findings, problems };
}

async function noteDrill(url: string, file: string, problems: string[]): Promise<void> {
  const db = createDb({ url, kind: 'maintenance', name: 'forum drill' });
  try {
    await recordDrill(db, {
      file: basename(file),
      problems: problems
        .slice(0, MAX_PROBLEMS)
        .map((problem) => problem.slice(0, MAX_PROBLEM_CHARACTERS)),
    });
  } finally {
    await db.$client.end();
  }
}

/**
 * Restores a backup into a scratch forum, compares it with the manifest and the running forum,
 * renders some pages, deletes everything and records the result. Rejects only if aborted or if the
 * result can't be recorded.
 */
export async function runDrill(
  env: ReadyEnv,
  file: string,
  options: DrillOptions,
): Promise<DrillReport> {
  return withClient(env.DATABASE_URL, CONNECTION, async (client) => {
    await clearScratchForums(env.DATA_DIR);
    const isForum = (await readLastMigration(client)) !== undefined;
    const size = 'select pg_database_size(current_database())::float8 as bytes';
    const { rows } = await client.query<{ bytes: number }>(size);
    let result: DrillReport;
    try {
      const needed = (rows[0]?.bytes ?? 0) + statSync(file).size;
      requireDiskSpace(env.DATA_DIR, needed, 'a restore drill');
      result = await tryRestore(env, file, isForum ? client : undefined, options);
    } catch (error) {
      options.signal.throwIfAborted();
      result = { findings: [], problems: [describeFailure(error as Error)] };
    }
    if (isForum) await noteDrill(env.DATABASE_URL, file, result.problems);
    return result;
  });
}
