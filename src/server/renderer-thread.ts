import { parentPort, workerData } from 'node:worker_threads';
import { createDb } from '#db/client.ts';
import { type Env, readEnv } from '#platform/env.ts';
import { createLog } from '#platform/log.ts';
import { retryOnLostConnection } from '#platform/unavailable.ts';
import { findDifferences } from '#publish/check.ts';
import { markPublishing } from '#publish/crash-mark.ts';
import { drainForever } from '#publish/drain.ts';
import { Pace } from '#publish/pace.ts';
import { type Publisher, publishPaths } from '#publish/publish.ts';
import { createPurge } from '#publish/purge.ts';
import type { Render } from '#publish/rendered.ts';
import { RenderingMarks } from '#publish/rendering.ts';
import { createStorageIncident, forgetStorageState } from '#publish/storage-state.ts';
import { tendForever } from '#publish/tend.ts';
import { createAstroRender } from './astro-render.ts';
import {
  HEARTBEAT_MS,
  type RendererAnswer,
  type RendererData,
  type RendererRequest,
} from './renderer-client.ts';

async function handleRequest(
  publisher: Publisher,
  request: Exclude<RendererRequest, { kind: 'stop' }>,
): Promise<Omit<RendererAnswer, 'id'>> {
  switch (request.kind) {
    case 'publish':
      return {
        outcomes: await retryOnLostConnection(() =>
          publishPaths(publisher, request.paths, { asked: true }),
        ),
      };
    case 'show': {
      const { status, body } = await publisher.pace.urgently(() =>
        retryOnLostConnection(() => publisher.render(request.path, { allowed: request.allowed })),
      );
      return { shown: { status, body } };
    }
    case 'check':
      return { findings: await findDifferences(publisher, request.paths) };
  }
}

/**
 * The publisher's thread: Astro and all rendering live here, so that a burst of pages doesn't hold
 * up the API.
 */
export async function runRendererThread(): Promise<void> {
  const { build, tend, databaseUrl, name, marks: memory } = workerData as RendererData;
  const env: Env = readEnv();
  const log = createLog(env.LOG_LEVEL);
  const onNested = (error: Error) =>
    log.error({ err: error }, 'a transaction waits for a second connection');
  const db = createDb({ url: databaseUrl, kind: 'renderer', name: 'forum renderer', onNested });
  const lockDb = createDb({ url: databaseUrl, kind: 'publisher', name: 'forum publisher' });
  const marks = new RenderingMarks(memory);
  const renderWithAstro = createAstroRender(db, env);
  const render: Render = (path, options) =>
    marks.during(path, () => renderWithAstro(path, options));
  const publisher: Publisher = {
    db,
    held: lockDb,
    pace: new Pace(),
    siteDir: env.SITE_DIR,
    build,
    render,
    purge: createPurge(env, log),
    log,
    storage: createStorageIncident(db, log),
  };
  const crashMark = markPublishing(env.SITE_DIR, name, tend);
  const stop = new AbortController();
  const loops: Promise<void>[] = [];
  const port = parentPort;
  if (!port) throw new Error('The renderer runs as a thread of the server.');
  marks.beat();
  const heartbeatTimer = setInterval(() => marks.beat(), HEARTBEAT_MS);

  /** An orderly end. Never throws. */
  const endThread = async () => {
    stop.abort();
    await Promise.allSettled(loops);
    await Promise.allSettled([db.$client.end(), lockDb.$client.end()]);
    crashMark.remove();
    clearInterval(heartbeatTimer);
    port.close();
  };
  /** Never throws: what fails is the answer. */
  const postAnswer = async (request: Exclude<RendererRequest, { kind: 'stop' }>) => {
    let answered: RendererAnswer;
    try {
      answered = { id: request.id, ...(await handleRequest(publisher, request)) };
    } catch (error) {
      answered = { id: request.id, error: (error as Error).message };
    }
    port.postMessage(answered);
  };
  port.on(
    'message',
    (request: RendererRequest) =>
      void (request.kind === 'stop' ? endThread() : postAnswer(request)),
  );
  if (!tend) return;
  // nobody is left who would take it back
  if (crashMark.crashed) await forgetStorageState(db).catch(() => {});
  loops.push(
    drainForever(publisher, databaseUrl, stop.signal),
    tendForever(publisher, crashMark, stop.signal),
  );
}
