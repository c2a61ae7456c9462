import { parentPort, workerData } from 'node:worker_threads';
import { createDb } from '#db/client.ts';
import { type Env, readEnv } from '#platform/env.ts';
import { createLog } from '#platform/log.ts';
import { differing } from '#publish/check.ts';
import { drainForever } from '#publish/drain.ts';
import { Pace } from '#publish/pace.ts';
import { type Publisher, publishPaths, takeDown } from '#publish/publish.ts';
import { createPurge } from '#publish/purge.ts';
import { tendForever } from '#publish/tend.ts';
import { createRender } from './render.ts';
import type { RendererAnswer, RendererData, RendererRequest } from './renderer-client.ts';

async function answerTo(publisher: Publisher, request: Exclude<RendererRequest, { kind: 'stop' }>): Promise<Omit<RendererAnswer, 'id'>> {
  switch (request.kind) {
    case 'publish':
      return { outcomes: await publishPaths(publisher, request.paths) };
    case 'show': {
      const { status, body } = await publisher.pace.urgently(() => publisher.render(request.path, undefined, true));
      return { shown: { status, body } };
    }
    case 'check':
      return { differing: await differing(publisher.db, publisher.siteDir, publisher.render, request.paths) };
    case 'takeDown':
      await takeDown(publisher, request.tags);
      return {};
  }
}

/** The publisher's thread: Astro and all rendering live here, so that a burst of pages doesn't hold up the API. */
export async function runRenderer(): Promise<void> {
  const { build, tend, databaseUrl } = workerData as RendererData;
  const env: Env = readEnv();
  const log = createLog(env.LOG_LEVEL);
  const onNested = (error: Error) => log.error({ err: error }, 'a transaction waits for a second connection');
  const db = createDb({ url: databaseUrl, kind: 'renderer', name: 'forum renderer', onNested });
  const held = createDb({ url: databaseUrl, kind: 'publisher', name: 'forum publisher' });
  const publisher: Publisher = { db, held, pace: new Pace(), siteDir: env.SITE_DIR, build, render: createRender(db, env), purge: createPurge(env, log), log };
  const stop = new AbortController();
  const work: Promise<void>[] = [];
  const port = parentPort;
  if (!port) throw new Error('The renderer runs as a thread of the server.');

  port.on('message', async (request: RendererRequest) => {
    if (request.kind === 'stop') {
      stop.abort();
      await Promise.allSettled(work);
      await Promise.all([db.$client.end(), held.$client.end()]);
      port.close();
      return;
    }
    let answer: RendererAnswer;
    try {
      answer = { id: request.id, ...(await answerTo(publisher, request)) };
    } catch (error) {
      answer = { id: request.id, error: (error as Error).message };
    }
    port.postMessage(answer);
  });
  if (tend) work.push(drainForever(publisher, databaseUrl, stop.signal), tendForever(publisher, stop.signal));
}
