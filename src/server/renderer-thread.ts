import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { createDb } from '#db/client.ts';
import { type Env, readEnv } from '#platform/env.ts';
import { createLog } from '#platform/log.ts';
import { measureThread, metrics } from '#platform/metrics.ts';
import { retryOnLostConnection } from '#platform/unavailable.ts';
import { findPageDifferences } from '#publish/audit/compare-pages.ts';
import { runMaintenance } from '#publish/audit/maintenance.ts';
import { clearStorageFailure, createStorageIncident } from '#publish/audit/storage-incident.ts';
import { removeEmptyPages } from '#publish/audit/torn-pages.ts';
import { createCdnClient } from '#publish/files/cdn-client.ts';
import { runCompressionWorker } from '#publish/files/compression-worker.ts';
import { openPages } from '#publish/files/open-pages.ts';
import { findFolderProblem, readExpectedId } from '#publish/files/pages-folder.ts';
import { runPurgeWorker } from '#publish/files/purge-worker.ts';
import { renderPendingPosts, runInvalidationWorker } from '#publish/invalidation-worker.ts';
import { createCrashMark } from '#publish/render/crash-mark.ts';
import { PriorityGate } from '#publish/render/priority-gate.ts';
import { publishPages } from '#publish/render/publish-pages.ts';
import type { Publisher } from '#publish/render/publisher.ts';
import type { Render } from '#publish/render/render-result.ts';
import { RenderingMarks } from '#publish/render/rendering-marks.ts';
import { createAstroRender } from './astro-render.ts';
import { followLogLevel } from './log-level.ts';
import {
  CAUGHT_UP_ID,
  HEARTBEAT_MS,
  type RendererAnswer,
  type RendererData,
  type RendererRequest,
  type RendererTasks,
} from './renderer-client.ts';

const createTasks = (publisher: Publisher): RendererTasks => ({
  publish: (paths) =>
    retryOnLostConnection(() => publishPages(publisher, paths, { isRequested: true })),
  check: (paths) => findPageDifferences(publisher, paths),
  async renderOnce(path, allowed) {
    const { status, body } = await publisher.priorityGate.runPrivate(() =>
      retryOnLostConnection(() => publisher.render(path, { mayReadRestricted: allowed })),
    );
    return { status, body };
  },
  readMetrics: () => metrics.getMetricsAsJSON(),
});

const FOLDER_WAIT_MS = 1_000;

/** Waits until the folder is this forum's. If the database is down, the first changes check it. */
async function waitForFolder({ db, pages }: Publisher, signal: AbortSignal): Promise<void> {
  const { folder } = pages;
  const isWrong = () =>
    readExpectedId(db).then(
      async (id) => folder && (await findFolderProblem(folder, id)) !== undefined,
      () => false,
    );
  while (!signal.aborted && (await isWrong()))
    await delay(FOLDER_WAIT_MS, undefined, { signal }).catch(() => {});
}

/** The renderer's thread runs Astro and all rendering, so that pages don't block the API. */
export async function runRendererThread(): Promise<void> {
  const {
    build: buildFingerprint,
    maintains,
    databaseUrl,
    name,
    marks: memory,
  } = workerData as RendererData;
  const env: Env = readEnv();
  const log = createLog(env.LOG_LEVEL);
  followLogLevel(log);
  measureThread('renderer', log);
  const onNestedConnection = (error: Error) =>
    log.error({ err: error }, 'database.nestedConnection');
  const db = createDb({
    url: databaseUrl,
    kind: 'renderer',
    name: 'forum renderer',
    onNestedConnection,
  });
  const lockDb = createDb({ url: databaseUrl, kind: 'publisher', name: 'forum publisher' });
  const marks = new RenderingMarks(memory);
  const renderWithAstro = createAstroRender(db, env);
  const render: Render = (path, options) =>
    marks.markDuring(path, () => renderWithAstro(path, options));
  const publisher: Publisher = {
    db,
    lockDb,
    priorityGate: new PriorityGate(),
    pages: openPages(env, db),
    buildFingerprint,
    render,
    cdn: createCdnClient(env),
    log,
    storageIncident: createStorageIncident(db, log),
  };
  const { folder } = publisher.pages;
  const crashMark = createCrashMark(env.SITE_DIR, name, maintains);
  const stop = new AbortController();
  const loops: Promise<void>[] = [];
  const port = parentPort;
  if (!port) throw new Error('The renderer runs as a thread of the server.');
  marks.recordHeartbeat();
  const heartbeatTimer = setInterval(() => marks.recordHeartbeat(), HEARTBEAT_MS);

  /** A graceful stop. Never throws. */
  const endThread = async () => {
    stop.abort();
    await Promise.allSettled(loops);
    if (publisher.storageIncident.isFailing) await clearStorageFailure(db).catch(() => {});
    await Promise.allSettled([db.$client.end(), lockDb.$client.end()]);
    crashMark.remove();
    clearInterval(heartbeatTimer);
    port.close();
  };
  const tasks = createTasks(publisher);
  /** Never throws: an error is the response. */
  const postAnswer = async (id: number, task: keyof RendererTasks, args: readonly unknown[]) => {
    const work = tasks[task] as (...args: readonly unknown[]) => Promise<unknown>;
    const answer: RendererAnswer = await work(...args).then(
      (result) => ({ id, result }),
      (error: Error) => ({ id, error: error.message }),
    );
    port.postMessage(answer);
  };
  port.on(
    'message',
    ({ id, task, args }: RendererRequest) =>
      void (task === 'stop' ? endThread() : postAnswer(id, task, args)),
  );
  if (!maintains) return;
  // its process is dead and can't clear its own report
  if (crashMark.foundCrash) await clearStorageFailure(db).catch(() => {});
  // Before all other work: nginx must not serve files that a power cut emptied, and posts
  // acknowledged before a crash are missing from their pages.
  const startup = waitForFolder(publisher, stop.signal).then(() =>
    Promise.all([
      folder &&
        !stop.signal.aborted &&
        removeEmptyPages({ ...publisher, siteDir: folder })
          .then((removed) => removed > 0 && log.warn({ removed }, 'pages.emptyRemoved'))
          .catch((error: unknown) => log.error({ err: error }, 'pages.emptyRemovalFailed')),
      renderPendingPosts(publisher, stop.signal),
    ]),
  );
  loops.push(startup.then(() => {}));
  await startup;
  port.postMessage({ id: CAUGHT_UP_ID } satisfies RendererAnswer);
  if (stop.signal.aborted) return;
  loops.push(
    runInvalidationWorker(publisher, databaseUrl, stop.signal),
    runMaintenance(publisher, crashMark, stop.signal),
  );
  if (folder) loops.push(runCompressionWorker({ ...publisher, siteDir: folder }, stop.signal));
  if (publisher.cdn) loops.push(runPurgeWorker(db, publisher.cdn, log, stop.signal));
}
