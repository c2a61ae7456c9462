import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { FAVICON_PATH } from '#contracts/paths.ts';
import { SERVICE_WORKER_PATHS } from '#contracts/worker-paths.ts';
import type { Env } from '#platform/env.ts';
import {
  HEADER_TIMEOUT_MS,
  KEEP_ALIVE_MS,
  MAX_HEADER_BYTES,
  REQUEST_TIMEOUT_MS,
} from '#platform/limits.ts';
import { openPagesBucket } from '#publish/files/bucket-pages.ts';
import {
  ADDRESS_LIMITS,
  type AddressLimits,
  limitCalls,
  limitConnections,
} from './address-limits.ts';
import { createAssetHandler } from './assets.ts';
import { createBucketPageFiles } from './bucket-page-files.ts';
import { createErrorAnswers, type ErrorAnswers } from './error-answers.ts';
import type { GracefulStop } from './graceful-stop.ts';
import { getPageHeaders } from './headers.ts';
import { METRICS_PATH } from './metrics-endpoint.ts';
import { createMissQueue } from './miss-queue.ts';
import { createPageFiles, type ServePage } from './page-files.ts';
import { createPageStage, type PageStageDeps } from './page-stage.ts';
import { sendPlainAnswer } from './plain-answer.ts';
import { CHECK_PATHS, prepareRequest, type Stage } from './prepare-request.ts';
import { withoutQuery } from './request-target.ts';

export interface HttpServerDeps
  extends Pick<PageStageDeps, 'env' | 'log' | 'db' | 'renderer' | 'credentials'> {
  /** The API and the admin area's login. */
  api: (request: Request, env: HttpBindings) => Response | Promise<Response>;
  /** The built-in identity provider below /sso, if enabled. */
  provider?: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  /** Serves METRICS_PATH, if enabled. */
  sendMetrics?: ((request: IncomingMessage, response: ServerResponse) => Promise<void>) | undefined;
  /** Whether SITE_DIR has this forum's pages. Otherwise each page is rendered for its reader. */
  mayServeFolder(): boolean;
  trackWork: GracefulStop['trackWork'];
}

/** Figures for Prometheus, and a worker's refusals: it has no readers. */
const createMetricsStage =
  ({ env, sendMetrics }: HttpServerDeps): Stage =>
  ({ request, response, record, url }) => {
    if (url === METRICS_PATH && sendMetrics) {
      record.route = 'metrics';
      return () => sendMetrics(request, response);
    }
    if (env.ROLE !== 'worker' || CHECK_PATHS.includes(withoutQuery(url))) return undefined;
    return () => sendPlainAnswer(response, 404, {}, 'A worker has no pages.');
  };

/** The API and the identity provider, with limits by address. */
function createApiStage(
  { env, api, provider, trackWork }: HttpServerDeps,
  limits: AddressLimits,
): Stage {
  const callApi: HttpServerDeps['api'] = (request, connection) =>
    trackWork((async () => api(request, connection))());
  const answerCall = limitCalls(
    getRequestListener(callApi as Parameters<typeof getRequestListener>[0], {
      overrideGlobalObjects: false,
      hostname: new URL(env.SITE_URL).host,
    }),
    limits,
  );
  const askProvider = provider && limitCalls(provider, limits);
  return ({ request, response, record, url }) => {
    if (url.startsWith('/api/') || url.startsWith('/admin/')) {
      record.route = 'api';
      return () => answerCall(request, response);
    }
    if (!url.startsWith('/sso/') || !askProvider) return undefined;
    record.route = 'provider';
    return () => askProvider(request, response);
  };
}

/** Built assets and uploads. From this stage on, requests only read. */
function createAssetStage(env: Env, { runSafely, sendNotFound }: ErrorAnswers): Stage {
  const sendAsset = createAssetHandler(env);
  return (visit) => {
    const { request, response, record, url } = visit;
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return () => sendPlainAnswer(response, 405, { allow: 'GET, HEAD' }, 'Method not allowed');
    const isUpload = url.startsWith('/uploads/');
    const isRootFile = url === FAVICON_PATH || SERVICE_WORKER_PATHS.includes(url);
    if (!isUpload && !isRootFile && !url.startsWith('/assets/')) return undefined;
    record.route = isUpload ? 'upload' : 'asset';
    const handleMissing = () => runSafely(visit, () => sendNotFound(visit));
    return () => sendAsset(request, response, handleMissing);
  };
}

const SERVER_OPTIONS = {
  keepAliveTimeout: KEEP_ALIVE_MS,
  headersTimeout: HEADER_TIMEOUT_MS,
  requestTimeout: REQUEST_TIMEOUT_MS,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: MAX_HEADER_BYTES,
};

/** The site on node:http: the first stage with a handler for a request answers it. */
export function createHttpServer(deps: HttpServerDeps): Server {
  const { env, mayServeFolder } = deps;
  const limits = { ...ADDRESS_LIMITS, proxies: env.TRUST_PROXY };
  const headers = getPageHeaders(env);
  const published = env.PAGES_URL
    ? createBucketPageFiles(openPagesBucket(env.PAGES_URL), headers, env.CDN)
    : createPageFiles(env.SITE_DIR, headers, env.CDN);
  const servePage: ServePage = (...visit) => mayServeFolder() && published.serve(...visit);
  const misses = createMissQueue(deps.renderer.publish);
  const errors = createErrorAnswers({ ...deps, servePage, misses });
  const stages = [
    createMetricsStage(deps),
    createApiStage(deps, limits),
    createAssetStage(env, errors),
    createPageStage({ ...deps, limits, headers, servePage, misses, errors }),
  ];
  const server = createServer(SERVER_OPTIONS, (request, response) => {
    const visit = prepareRequest(request, response, deps);
    for (const findHandler of stages) {
      const handler = findHandler(visit);
      if (handler) return errors.runSafely(visit, handler);
    }
  });
  limitConnections(server, limits);
  return server;
}
