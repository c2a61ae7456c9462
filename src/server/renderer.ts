import { parentPort, workerData } from 'node:worker_threads';
import { createDb } from '#db/client.ts';
import { type Env, readEnv } from '#platform/env.ts';
import { createLog } from '#platform/log.ts';
import { againOnLostConnection } from '#platform/unavailable.ts';
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
import { createRender } from './render.ts';
import {
  BEAT_MS,
  type RendererAnswer,
  type RendererData,
  type RendererRequest,
} from './renderer-client.ts';

async function answerTo(
  publisher: Publisher,
  request: Exclude<RendererRequest, { kind: 'stop' }>,
): Promise<Omit<RendererAnswer, 'id'>> {
  switch (request.kind) {
    case 'publish':
      return {
        outcomes: await againOnLostConnection(() =>
          publishPaths(publisher, request.paths, { asked: true }),
        ),
      };
    case 'show': {
      const { status, body } = await publisher.pace.urgently(() =>
        againOnLostConnection(() => publisher.render(request.path, { allowed: request.allowed })),
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
export async function runRenderer(): Promise<void> {
  const { build, tend, databaseUrl, name, marks: memory } = workerData as RendererData;
  const env: Env = readEnv();
  const log = createLog(env.LOG_LEVEL);
  const onNested = (error: Error) =>
    log.error({ err: error }, 'a transaction waits for a second connection');
  const db = createDb({ url: databaseUrl, kind: 'renderer', name: 'forum renderer', onNested });
  const held = createDb({ url: databaseUrl, kind: 'publisher', name: 'forum publisher' });
  const marks = new RenderingMarks(memory);
  const rendered = createRender(db, env);
  const render: Render = (path, options) => marks.during(path, () => rendered(path, options));
  const publisher: Publisher = {
    db,
    held,
    pace: new Pace(),
    siteDir: env.SITE_DIR,
    build,
    render,
    purge: createPurge(env, log),
    log,
    storage: createStorageIncident(db, log),
  };
  const mark = markPublishing(env.SITE_DIR, name, tend);
  const stop = new AbortController();
  const work: Promise<void>[] = [];
  const port = parentPort;
  if (!port) throw new Error('The renderer runs as a thread of the server.');
  marks.beat();
  const beating = setInterval(() => marks.beat(), BEAT_MS);

  /** An orderly end. Never throws. */
  const end = async () => {
    stop.abort();
    await Promise.allSettled(work);
    await Promise.allSettled([db.$client.end(), held.$client.end()]);
    mark.remove();
    clearInterval(beating);
    port.close();
  };
  /** Never throws: what fails is the answer. */
  const answer = async (request: Exclude<RendererRequest, { kind: 'stop' }>) => {
    let answered: RendererAnswer;
    try {
      answered = { id: request.id, ...(await answerTo(publisher, request)) };
    } catch (error) {
      answered = { id: request.id, error: (error as Error).message };
    }
    port.postMessage(answered);
  };
  port.on(
    'message',
    (request: RendererRequest) => void (request.kind === 'stop' ? end() : answer(request)),
  );
  if (!tend) return;
  // nobody is left who would take it back
  if (mark.crashed) await forgetStorageState(db).catch(() => {});
  work.push(
    drainForever(publisher, databaseUrl, stop.signal),
    tendForever(publisher, mark, stop.signal),
  );
}
