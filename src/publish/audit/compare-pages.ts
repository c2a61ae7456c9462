import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { readTagsOfNewLevels } from '#domain/people/new-levels.ts';
import { isPublicThreadSql } from '#domain/shared/visibility.ts';
import { StorageUnavailable } from '#platform/unavailable.ts';
import { isBeingWrittenSql } from '../files/page-records.ts';
import type { PageStore } from '../files/page-store.ts';
import { preloadThreadPages } from '../render/preload-thread-pages.ts';
import { withRenderLock } from '../render/render-locks.ts';
import type { Render, RenderedPage } from '../render/render-result.ts';
import { findActivityThreadIds, stripDrift } from './page-drift.ts';

/** The first difference of two texts, with some context, on one line. */
export interface TextDifference {
  former: string;
  now: string;
}

/** Characters shown before a difference, and from it on. */
const CHARACTERS_BEFORE = 60;
const CHARACTERS_AFTER = 100;

/** The first difference of two texts; undefined if they are equal. */
export function findTextDifference(former: string, now: string): TextDifference | undefined {
  if (former === now) return undefined;
  let at = 0;
  while (at < former.length && former[at] === now[at]) at++;
  const excerpt = (text: string) =>
    text.slice(Math.max(0, at - CHARACTERS_BEFORE), at + CHARACTERS_AFTER).replace(/\s+/g, ' ');
  return { former: excerpt(former), now: excerpt(now) };
}

/* Compares files with the database. Pages with a lifetime or an invalidation may be outdated. */

export interface PageComparison {
  db: Db;
  lockDb: Db;
  pages: PageStore;
  render: Render;
}

/**
 * `differs`: the file differs from the database. `missing`: no file. `fails`: rendering fails.
 * `damaged`: a compressed form doesn't match. `behind`: only drifting parts differ (page-drift.ts).
 */
export interface PageFinding {
  path: string;
  kind: 'differs' | 'missing' | 'fails' | 'damaged' | 'behind';
  /** If the page differs: the first difference between the file and a new rendering. */
  difference?: TextDifference;
}

/** Share of pages in a sample check. */
const SAMPLE_SHARE = 0.02;

const selectPublishedPaths = statement<{ path: string }, { after: string; all: boolean }>(`
  select path
  from published_page
  where path > :after
    and (:all or random() < ${SAMPLE_SHARE})
    and expires_at is null
    and set_aside_at is null
  order by path
  limit 500`);
/** Pages without pending invalidations; tags of `laterPaths` are invalidated some minutes later. */
const selectSettledPaths = statement<
  { path: string },
  { paths: readonly string[]; laterPaths: readonly string[] }
>(`
  select path
  from published_page p
  where path = any(:paths::text[])
    and not (p.tags && :laterPaths::text[])
    and not exists (select from invalidation t where t.tag = any(p.tags))
    and not ${isBeingWrittenSql('p.path')}`);

const selectVisibleThreads = statement<{ id: number }, { ids: readonly number[] }>(`
  select t.id
  from thread t
  where t.id = any(:ids::int[]) and ${isPublicThreadSql('t')}`);

export async function* iteratePublishedPaths(db: Db, all: boolean): AsyncGenerator<string[]> {
  for (let after = ''; ; ) {
    const rows = await selectPublishedPaths(db, { after, all });
    if (rows.length === 0) return;
    yield rows.map((row) => row.path);
    after = rows.at(-1)?.path as string;
  }
}

const isHtml = ({ contentType }: RenderedPage): boolean => contentType.startsWith('text/html');

/** Whether all threads that a page lists as active are public. */
async function areActivityThreadsVisible(db: Db, text: string): Promise<boolean> {
  const threadIds = [...new Set(findActivityThreadIds(text))];
  return (
    threadIds.length === 0 ||
    (await selectVisibleThreads(db, { ids: threadIds })).length === threadIds.length
  );
}

/** A difference between the file and a rendering: an error, or only in parts that may drift. */
async function describeDifference(
  db: Db,
  path: string,
  text: string,
  renderResult: RenderedPage,
): Promise<PageFinding> {
  const strip = isHtml(renderResult) ? stripDrift : (all: string) => all;
  const difference = findTextDifference(strip(text), strip(renderResult.body));
  if (!difference && (await areActivityThreadsVisible(db, text))) return { path, kind: 'behind' };
  return { path, kind: 'differs', ...(difference && { difference }) };
}

async function comparePage(
  { db, pages, render }: PageComparison,
  path: string,
  preloaded: Map<string, unknown>,
): Promise<PageFinding | undefined> {
  try {
    const renderResult = await render(path, { preloaded });
    const plain = await pages.read(path);
    const text = plain?.toString();
    if (renderResult.status !== 200)
      return text === undefined ? undefined : { path, kind: 'differs' };
    if (plain === undefined || text === undefined) return { path, kind: 'missing' };
    const finding =
      text === renderResult.body
        ? undefined
        : await describeDifference(db, path, text, renderResult);
    if (finding && finding.kind !== 'behind') return finding;
    const damaged = await pages.findDamagedForms(path, plain);
    if (damaged.length === 0) return finding;
    const difference = { former: damaged.join(' '), now: 'is not of the plain file' };
    return { path, kind: 'damaged', difference };
  } catch (error) {
    if (error instanceof StorageUnavailable) throw error; // of all pages
    return { path, kind: 'fails' };
  }
}

async function comparePages(
  comparison: PageComparison,
  paths: readonly string[],
): Promise<PageFinding[]> {
  const preloaded = await preloadThreadPages(comparison.db, paths).catch(
    () => new Map<string, unknown>(),
  );
  const findings: PageFinding[] = [];
  for (const path of paths) {
    const finding = await comparePage(comparison, path, preloaded);
    if (finding) findings.push(finding);
  }
  return findings;
}

/** Pages rechecked under one set of locks. */
const PAGES_PER_CONFIRMATION = 16;

/** Compares these pages. Rechecks differences while no other process renders the page. */
export async function findPageDifferences(
  comparison: PageComparison,
  paths: readonly string[],
): Promise<PageFinding[]> {
  const suspects = (await comparePages(comparison, paths)).map((one) => one.path);
  const findings: PageFinding[] = [];
  for (let from = 0; from < suspects.length; from += PAGES_PER_CONFIRMATION) {
    const batch = suspects.slice(from, from + PAGES_PER_CONFIRMATION);
    findings.push(
      ...(await withRenderLock(comparison.lockDb, batch, async (lock) => {
        const newLevelTags = await readTagsOfNewLevels(comparison.db);
        const readSettledPaths = async () =>
          new Set(
            (await selectSettledPaths(lock, { paths: batch, laterPaths: newLevelTags })).map(
              (one) => one.path,
            ),
          );
        const settledBefore = await readSettledPaths();
        const confirmed = await comparePages(comparison, batch);
        const settledAfter = await readSettledPaths();
        // Pages with an invalidation or a new file may differ for now, but must render without
        // error.
        return confirmed.filter(
          ({ path, kind }) =>
            kind === 'fails' || (settledBefore.has(path) && settledAfter.has(path)),
        );
      })),
    );
  }
  return findings;
}
