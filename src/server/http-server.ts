import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { type Lang, languageCookie, negotiateLang } from '#contracts/language.ts';
import {
  type Area,
  type ErrorPageCode,
  errorPagePath,
  FAVICON_PATH,
  parsePath,
  type Root,
  rootOf,
} from '#contracts/paths.ts';
import { SERVICE_WORKER_PATHS } from '#contracts/worker-paths.ts';
import type { Db } from '#db/client.ts';
import type { Env } from '#platform/env.ts';
import {
  HEADER_TIMEOUT_MS,
  KEEP_ALIVE_MS,
  MAX_HEADER_BYTES,
  REQUEST_TIMEOUT_MS,
} from '#platform/limits.ts';
import type { Logger } from '#platform/log.ts';
import { getRequestRecord } from '#platform/request-record.ts';
import { withTimeout } from '#platform/timeout.ts';
import type { PublishOutcome } from '#publish/render/publisher.ts';
import {
  ADDRESS_LIMITS,
  getRequestAddress,
  limitCalls,
  limitConnections,
  limitPageMisses,
} from './address-limits.ts';
import { createAdminPages } from './admin-pages.ts';
import { createAssetHandler } from './assets.ts';
import { getPageHeaders, STRICT_TRANSPORT } from './headers.ts';
import { METRICS_PATH } from './metrics-endpoint.ts';
import { createMissQueue, MissRefused } from './miss-queue.ts';
import { observeRequest } from './observe-request.ts';
import { createPageFiles, getContentType } from './page-files.ts';
import { sendPlainAnswer } from './plain-answer.ts';
import type { Renderer } from './renderer-client.ts';
import { getChosenLang, withoutQuery } from './request-target.ts';
import {
  mayReadPrivately,
  type ResolvedAbsence,
  resolveAbsence,
  resolvePage,
} from './resolve-page.ts';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

export interface HttpServerDeps {
  env: Env;
  log: Logger;
  db: Db;
  renderer: Renderer;
  /** The API and the admin area's login. */
  api: (
    request: Request,
    env: { incoming: IncomingMessage; outgoing: ServerResponse },
  ) => Response | Promise<Response>;
  /** The built-in identity provider below /sso, when there is one. */
  provider?: Listener | undefined;
  /** Answers METRICS_PATH, where there are metrics. */
  sendMetrics?: ((request: IncomingMessage, response: ServerResponse) => Promise<void>) | undefined;
  /** Told of the work of each request, so that the server's end waits for it (graceful-stop.ts). */
  trackWork<T>(work: Promise<T>): Promise<T>;
}

const STATUS_TOO_MANY = 429;

/** Milliseconds that a failed request waits for its error page. */
const ERROR_PAGE_WAIT_MS = 2_000;

const getReaderLang = (request: IncomingMessage): Lang =>
  negotiateLang(request.headers.cookie, request.headers['accept-language']);
const getReaderRoot = (request: IncomingMessage, area: Area = 'desktop'): Root =>
  rootOf(area, getReaderLang(request));

/** The site on node:http: files first, then the API, then pages that must be rendered. */
export function createHttpServer({
  env,
  log,
  db,
  renderer,
  api,
  provider,
  sendMetrics,
  trackWork,
}: HttpServerDeps): Server {
  const headers = getPageHeaders(env);
  const pages = createPageFiles(env.SITE_DIR, headers, env.CDN);
  const assets = createAssetHandler(env);
  const adminArea = createAdminPages(renderer, db, env);
  const limits = { ...ADDRESS_LIMITS, proxies: env.TRUST_PROXY };
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

  const misses = createMissQueue(renderer.publish);
  const mayMiss = limitPageMisses(limits);

  const sendErrorPage = async (
    request: IncomingMessage,
    response: ServerResponse,
    code: ErrorPageCode,
    root: Root,
    status: number,
  ) => {
    const path = errorPagePath(root, code);
    const options = { status, negotiated: true };
    if (status >= 500 || status === STATUS_TOO_MANY) response.setHeader('retry-after', '10');
    if (pages.serve(request, response, path, options)) return;
    await withTimeout(ERROR_PAGE_WAIT_MS, misses.render(path)).catch(() => {});
    if (pages.serve(request, response, path, options)) return;
    const text = root.endsWith('zh') ? '暂时无法显示' : 'Not available at the moment';
    sendPlainAnswer(response, status, {}, text);
  };

  /**
   * Renders a page for this one answer, without keeping it. `allowed`: the reader has access of
   * their own.
   */
  const renderPrivate = async (
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    root: Root,
    allowed: boolean,
  ) => {
    const { status, body } = await renderer.renderOnce(path, allowed);
    if (status !== 200) {
      const absence = await resolveAbsence(db, { path, root, status });
      return absence
        ? sendAbsence(request, response, absence)
        : sendErrorPage(request, response, 500, root, 500);
    }
    response.writeHead(200, {
      ...headers,
      'content-type': getContentType(path),
      'content-length': Buffer.byteLength(body),
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };

  /** Sends the outdated page when none can be rendered now. */
  const sendOutdatedPage = (
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    root: Root,
    status = 503,
  ) =>
    pages.serve(request, response, path, { negotiated: true, outOfDate: true })
      ? undefined
      : sendErrorPage(request, response, 500, root, status);

  /** Renders a page that has no file, and keeps it if it exists. */
  const renderMissing = async (
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    root: Root,
    negotiated: boolean,
  ) => {
    if (!mayMiss(request, response))
      return sendOutdatedPage(request, response, path, root, STATUS_TOO_MANY);
    let outcome: PublishOutcome;
    try {
      outcome = await misses.render(path, {
        address: getRequestAddress(request, env.TRUST_PROXY),
      });
    } catch (error) {
      if (!(error instanceof MissRefused)) log.error({ err: error, path }, 'page.notRendered');
      return sendOutdatedPage(request, response, path, root);
    }
    if (outcome.status === 200) {
      if (pages.serve(request, response, path, { negotiated })) return;
      // the disk is full, or the page was taken down in this moment
      return renderPrivate(request, response, path, root, false);
    }
    const { status } = outcome;
    if (await mayReadPrivately(db, { path, status }, request.headers.cookie))
      return renderPrivate(request, response, path, root, true);
    const absence = await resolveAbsence(db, { path, root, status });
    return absence
      ? sendAbsence(request, response, absence)
      : sendOutdatedPage(request, response, path, root);
  };

  const sendAbsence = (
    request: IncomingMessage,
    response: ServerResponse,
    absence: ResolvedAbsence,
  ) => {
    const { kind, status } = absence;
    if (kind === 'error')
      return sendErrorPage(request, response, absence.code, absence.root, status);
    return sendPlainAnswer(response, status, {
      location: absence.location,
      'cache-control': status === 301 ? 'public, max-age=3600' : 'private, no-cache',
    });
  };

  const sendPage = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const resolved = await resolvePage(
      db,
      request.url ?? '/',
      () => getReaderLang(request),
      request.headers.cookie,
    );
    if (resolved.kind === 'admin') {
      getRequestRecord(request).route = 'admin';
      return adminArea(request, response, resolved);
    }
    if (resolved.kind !== 'page') return sendAbsence(request, response, resolved);
    const { path, root, negotiated } = resolved;
    if (pages.serve(request, response, path, { negotiated })) return;
    getRequestRecord(request).route = 'missing-page';
    return renderMissing(request, response, path, root, negotiated);
  };

  const handleFailure = (request: IncomingMessage, response: ServerResponse, error: unknown) => {
    log.error({ err: error, path: withoutQuery(request.url) }, 'request.failed');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    sendErrorPage(
      request,
      response,
      500,
      parsePath(request.url ?? '')?.root ?? getReaderRoot(request),
      503,
    ).catch((reason: unknown) => {
      log.error({ err: reason, path: withoutQuery(request.url) }, 'request.errorPageFailed');
      response.destroy();
    });
  };

  /** Runs the handler of a request; its failure never ends the server. */
  const runSafely = (
    request: IncomingMessage,
    response: ServerResponse,
    handler: () => unknown,
  ): void => {
    trackWork((async () => handler())()).catch((error: unknown) =>
      handleFailure(request, response, error),
    );
  };

  const listener: Listener = (request, response) => {
    const record = observeRequest(request, response, log);
    // proxies may send the whole URL in the request line (RFC 9112, 3.2.2)
    if (request.url?.startsWith('http'))
      request.url = request.url.replace(/^https?:\/\/[^/?#]*(?=[/?#]|$)/, '') || '/';
    const url = request.url ?? '/';
    if (env.secure) response.setHeader('strict-transport-security', STRICT_TRANSPORT);
    if (url === METRICS_PATH && sendMetrics) {
      record.route = 'metrics';
      return runSafely(request, response, () => sendMetrics(request, response));
    }
    if (url.startsWith('/api/') || url.startsWith('/admin/')) {
      record.route = 'api';
      return runSafely(request, response, () => answerCall(request, response));
    }
    if (url.startsWith('/sso/') && askProvider) {
      record.route = 'provider';
      return runSafely(request, response, () => askProvider(request, response));
    }
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return sendPlainAnswer(response, 405, { allow: 'GET, HEAD' }, 'Method not allowed');
    if (
      url.startsWith('/assets/') ||
      url.startsWith('/uploads/') ||
      url === FAVICON_PATH ||
      SERVICE_WORKER_PATHS.includes(url)
    ) {
      record.route = url.startsWith('/uploads/') ? 'upload' : 'asset';
      const absent = () =>
        runSafely(request, response, () =>
          sendErrorPage(request, response, 404, getReaderRoot(request), 404),
        );
      return runSafely(request, response, () => assets(request, response, absent));
    }
    const lang = getChosenLang(url);
    if (lang) response.setHeader('set-cookie', languageCookie(lang));
    runSafely(request, response, () => sendPage(request, response));
  };

  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEADER_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
    listener,
  );
  limitConnections(server, limits);
  return server;
}
