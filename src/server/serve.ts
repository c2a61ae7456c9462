import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createApi } from '#api/app.ts';
import type { Deps } from '#api/http/context.ts';
import { createEventStreams } from '#api/http/event-streams.ts';
import { createCredentialCaches } from '#api/http/middleware/invalid-credentials.ts';
import type { Lang } from '#contracts/language.ts';
import { type ErrorPageCode, errorPagePath, PUBLISHED_PATH_PATTERN } from '#contracts/paths.ts';
import { createDb } from '#db/client.ts';
import { followReplica } from '#db/replica.ts';
import { sanitizerThread } from '#domain/message/sanitizer-thread.ts';
import { loadSearchDictionary } from '#domain/search/read.ts';
import { pictureProcesses } from '#domain/uploads/picture-processes.ts';
import { runBackgroundLoop } from '#platform/background-loop.ts';
import { ConfigError, readEnv } from '#platform/env.ts';
import { REQUEST_DRAIN_MS, SERVER_STOP_MS, TAKEDOWN_CONNECTIONS } from '#platform/limits.ts';
import { answerPings } from '#platform/liveness.ts';
import { createLog, type Logger } from '#platform/log.ts';
import { measureThread } from '#platform/metrics.ts';
import { openStorage } from '#platform/open-storage.ts';
import { writeBuildAssets } from '#publish/files/bucket-assets.ts';
import { openPagesBucket } from '#publish/files/bucket-pages.ts';
import { createCdnClient } from '#publish/files/cdn-client.ts';
import { copyBuildAssets } from '#publish/files/copy-build-assets.ts';
import { openPages } from '#publish/files/open-pages.ts';
import { recordFailures } from '#publish/render/publish-failures.ts';
import { type TakedownDeps, takeDown } from '#publish/takedown.ts';
import { superviseJobs } from './background-jobs.ts';
import { runBackgroundLoops } from './background-loops.ts';
import { followCacheGeneration } from './cache-generation.ts';
import { createDatabaseFigures } from './database-figures.ts';
import { createGracefulStop } from './graceful-stop.ts';
import { getPageHeaders } from './headers.ts';
import { createHttpServer } from './http-server.ts';
import { listenOn } from './listen-on.ts';
import { changeLogLevelOnSignal } from './log-level.ts';
import { createMetricsEndpoint } from './metrics-endpoint.ts';
import { createReadiness } from './readiness.ts';
import { startRenderer } from './renderer-client.ts';
import { createTimelineCheck } from './timeline-change.ts';
import { type FolderWatch, watchFolder } from './watch-folder.ts';
import { watchStorage } from './watch-storage.ts';

/** Milliseconds until code for the first write is loaded, after the first readers. */
const WARM_UP_DELAY_MS = 2_000;
/** Milliseconds after which a bucket's assets are renewed. */
const ASSETS_INTERVAL_MS = 86_400_000;

/** The version in the package.json of the working directory. */
const readVersion = (): string =>
  (JSON.parse(readFileSync(join(process.cwd(), 'package.json'), 'utf8')) as { version: string })
    .version;

/** Fingerprint of the build, stored next to it; pages of other builds are re-rendered. */
const readBuildFingerprint = (entry: URL): string =>
  readFileSync(join(fileURLToPath(new URL('..', entry)), 'fingerprint'), 'utf8').trim();

/** The folder of the build's assets. */
const getClientDir = (entry: URL): string => fileURLToPath(new URL('../client', entry));

/**
 * Checks the bucket of pages, and begins to write the build's assets into it. Throws ConfigError if
 * the operator must act. If the bucket is down, the assets are written later.
 */
async function preparePagesBucket(
  url: string,
  entry: URL,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  await watchStorage(openPagesBucket(url), log, signal);
  void runBackgroundLoop(
    { name: 'assets', log, signal, intervalMs: ASSETS_INTERVAL_MS },
    async () => {
      await writeBuildAssets(url, getClientDir(entry));
      return false;
    },
  );
}

/** Starts the server and handles signals. Errors for the operator are one line and exit code 1. */
export async function startServer(entry: URL): Promise<void> {
  try {
    await runServer(entry);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/**
 * An unhandled rejection is a bug in one request or background step, so the server goes on. An
 * uncaught exception leaves an unknown state: it ends the server, and the supervisor restarts it.
 */
function logUnhandledRejections(log: Logger): void {
  process.on('unhandledRejection', (reason) =>
    log.error({ err: reason }, 'server.unhandledRejection'),
  );
}

async function runServer(entry: URL): Promise<void> {
  const env = readEnv();
  if (!env.DATABASE_URL)
    throw new ConfigError('DATABASE_URL is missing. "npm start" brings a database of its own.');
  const log = createLog(env.LOG_LEVEL);
  logUnhandledRejections(log);
  changeLogLevelOnSignal(log);
  measureThread('main', log);
  const onNestedConnection = (error: Error) =>
    log.error({ err: error }, 'database.nestedConnection');
  const db = createDb({
    url: env.DATABASE_URL,
    kind: 'requests',
    maxConnections: env.DATABASE_POOL,
    prepareConnection: createTimelineCheck(log),
    onNestedConnection,
  });
  const replicaDb = env.DATABASE_REPLICA_URL
    ? createDb({
        url: env.DATABASE_REPLICA_URL,
        kind: 'requests',
        maxConnections: env.DATABASE_POOL,
        name: 'forum reads',
        onNestedConnection,
      })
    : undefined;
  copyBuildAssets(getClientDir(entry), env.SITE_DIR);
  const lockDb = createDb({
    url: env.DATABASE_URL,
    kind: 'publisher',
    maxConnections: TAKEDOWN_CONNECTIONS,
    name: 'forum takedown',
  });
  const pages = openPages(env, db);
  const takedown: TakedownDeps = { db, lockDb, pages, cdn: createCdnClient(env), log };
  const renderer = startRenderer(
    entry,
    {
      name: 'server',
      build: readBuildFingerprint(entry),
      maintains: env.ROLE !== 'web',
      databaseUrl: env.DATABASE_URL,
    },
    {
      heapMb: env.RENDERER_HEAP_MB,
      async onDeath(error, paths) {
        log.error({ err: error, paths }, 'renderer.exited');
        // One of them may have ended it: a retry pause protects the next thread.
        await recordFailures(
          db,
          paths
            .filter((path) => PUBLISHED_PATH_PATTERN.test(path))
            .map((path) => ({ path, message: `the renderer ended: ${error.message}` })),
          true,
        );
      },
    },
  );
  sanitizerThread.configure({
    entry,
    onDeath: (death) =>
      log.error(
        { err: death.error, reason: death.reason, characters: death.characters },
        'sanitizer.exited',
      ),
  });
  pictureProcesses.configure({
    entry,
    onDeath: ({ error, ...death }) => log.error({ err: error, ...death }, 'picture.processExited'),
  });
  const stopController = new AbortController();
  let stopping = false;
  const storage = openStorage(env);
  await watchStorage(storage, log, stopController.signal);
  let folder: FolderWatch | undefined;
  if (env.PAGES_URL) await preparePagesBucket(env.PAGES_URL, entry, log, stopController.signal);
  else
    folder = await watchFolder({ db, siteDir: env.SITE_DIR, log, signal: stopController.signal });
  const eventStreams = createEventStreams(db, log);
  const credentials = createCredentialCaches();
  const replica = replicaDb
    ? followReplica(db, replicaDb, { log, signal: stopController.signal })
    : undefined;
  const deps: Deps = {
    db,
    credentials,
    replica,
    env,
    log,
    version: readVersion(),
    buildFingerprint: readBuildFingerprint(entry),
    cacheGeneration: followCacheGeneration(db, stopController.signal, eventStreams),
    eventStreams,
    takeDown: (tags: readonly string[]) => takeDown(takedown, tags),
    pageHeaders: getPageHeaders(env),
    readiness: createReadiness({
      db,
      replica,
      isRendererAlive: () => renderer.isAlive,
      hasCaughtUp: () => renderer.hasCaughtUp,
      probeStorage: () => storage.probe(),
      findPagesProblem: () => folder?.problem,
      isEnding: () => stopping,
    }),
    readErrorPage: (code: ErrorPageCode, lang: Lang) =>
      pages.read(errorPagePath(lang, code)).then(
        (page) => page?.toString(),
        () => undefined,
      ),
  };
  const { api, provider, visits } = await createApi(deps);
  const requests = createGracefulStop();
  const server = createHttpServer({
    env,
    log,
    db,
    renderer,
    api: api.fetch,
    credentials,
    mayServeFolder: () => folder?.problem === undefined,
    provider,
    sendMetrics:
      env.METRICS_TOKEN === undefined
        ? undefined
        : createMetricsEndpoint({
            token: env.METRICS_TOKEN,
            log,
            renderer,
            readDatabaseFigures: createDatabaseFigures({
              db,
              replica,
              env,
              log,
              buildFingerprint: deps.buildFingerprint as string,
            }),
          }),
    trackWork: requests.trackWork,
  });
  requests.trackRequests(server);
  await listenOn(server, env);
  const { address, port } = server.address() as AddressInfo;
  log.info({ address, port, site: env.SITE_URL }, 'server.listening');

  if (env.ROLE !== 'worker') {
    const warmUp = () => sanitizerThread.warm().then(() => loadSearchDictionary());
    setTimeout(
      () => warmUp().catch((error: unknown) => log.warn({ err: error }, 'server.warmUpFailed')),
      WARM_UP_DELAY_MS,
    ).unref();
  }

  const jobsDb = createDb({
    url: env.DATABASE_URL,
    kind: 'jobs',
    name: 'forum jobs',
    onNestedConnection,
  });
  const jobs =
    env.ROLE === 'web'
      ? undefined
      : superviseJobs({ db: jobsDb, lockDb, env, log, renderer, takeDown: deps.takeDown });
  const loops =
    env.ROLE === 'web'
      ? undefined
      : runBackgroundLoops({ db: jobsDb, env, log }, stopController.signal);

  answerPings();
  process.send?.({ started: true });

  const end = async (drainMs: number) => {
    requests.drain();
    await delay(drainMs);
    eventStreams.close(); // streams would never end by themselves
    stopController.abort();
    // Requests in flight need the job queue, the renderer and the pool, so these end later.
    await Promise.all([requests.close(REQUEST_DRAIN_MS), jobs?.stop(), loops]);
    await renderer.stop();
    await visits.flush();
    await Promise.all([
      db.$client.end(),
      lockDb.$client.end(),
      jobsDb.$client.end(),
      replicaDb?.$client.end(),
    ]);
  };
  const stop = (code: number, drainMs = 0) => {
    if (stopping) return;
    stopping = true;
    // hanging work is abandoned without loss
    setTimeout(() => process.exit(code), drainMs + SERVER_STOP_MS).unref();
    end(drainMs)
      .catch((error: unknown) => log.error({ err: error }, 'server.stopFailed'))
      .finally(() => process.exit(code));
  };
  process.on('SIGTERM', () => stop(0, env.DRAIN_SECONDS * 1_000));
  process.on('SIGINT', () => stop(0));
  process.on('disconnect', () => stop(0)); // the parent was killed
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'server.uncaughtException');
    stop(1);
  });
}
