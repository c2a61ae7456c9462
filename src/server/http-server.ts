import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import type { CredentialCaches } from '#api/http/context.ts';
import { lookUpAtPace } from '#api/http/middleware/invalid-credentials.ts';
import type { Actor } from '#auth/actor.ts';
import { AppError } from '#contracts/errors.ts';
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
import { openPagesBucket } from '#publish/files/bucket-pages.ts';
import { getContentType } from '#publish/files/page-file-names.ts';
import {
  ADDRESS_LIMITS,
  getRequestAddress,
  limitCalls,
  limitConnections,
  limitPageMisses,
  limitPrivatePages,
} from './address-limits.ts';
import { createAdminPages } from './admin-pages.ts';
import { createAssetHandler } from './assets.ts';
import { createBucketPageFiles } from './bucket-page-files.ts';
import { getPageHeaders, STRICT_TRANSPORT } from './headers.ts';
import { METRICS_PATH } from './metrics-endpoint.ts';
import { createMissQueue, MissRefused } from './miss-queue.ts';
import { observeRequest } from './observe-request.ts';
import { createPageFiles, type ServePage } from './page-files.ts';
import { sendPlainAnswer } from './plain-answer.ts';
import { createPrivatePages, type PrivatePage } from './private-pages.ts';
import type { Renderer } from './renderer-client.ts';
import { getChosenLang, withoutQuery } from './request-target.ts';
import {
  findPrivateReader,
  type PageVisitor,
  type ResolvedAbsence,
  type ResolvedPage,
  resolveAbsence,
  resolvePage,
} from './resolve-page.ts';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** A request and its response. */
interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
}
type Page = Extract<ResolvedPage, { kind: 'page' }>;

export interface HttpServerDeps {
  env: Env;
  log: Logger;
  db: Db;
  renderer: Renderer;
  /** The API and the admin area's login. */
  api: (request: Request, env: HttpBindings) => Response | Promise<Response>;
  /** The built-in identity provider below /sso, if enabled. */
  provider?: Listener | undefined;
  /** Serves METRICS_PATH, if enabled. */
  sendMetrics?: ((request: IncomingMessage, response: ServerResponse) => Promise<void>) | undefined;
  /** Caches of valid and invalid sessions, shared with the API. */
  credentials: CredentialCaches;
  /** Whether SITE_DIR has this forum's pages. Otherwise each page is rendered for its reader. */
  mayServeFolder(): boolean;
  /** Tracks a request's work, so that the server's stop waits for it (graceful-stop.ts). */
  trackWork<T>(work: Promise<T>): Promise<T>;
}

const STATUS_TOO_MANY = 429;

/** Checks of the API, which a worker answers too; it has no readers. */
const CHECK_PATHS: ReadonlySet<string> = new Set(['/api/live', '/api/ready', '/api/health']);

/** Milliseconds that a failed request waits for its error page. */
const ERROR_PAGE_WAIT_MS = 2_000;

const getReaderLang = (request: IncomingMessage): Lang =>
  negotiateLang(request.headers.cookie, request.headers['accept-language']);
const getReaderRoot = (request: IncomingMessage, area: Area = 'desktop'): Root =>
  rootOf(area, getReaderLang(request));

/** The site on node:http: files first, then the API, then pages to render. */
export function createHttpServer({
  env,
  log,
  db,
  renderer,
  api,
  provider,
  sendMetrics,
  credentials,
  mayServeFolder,
  trackWork,
}: HttpServerDeps): Server {
  const headers = getPageHeaders(env);
  const published = env.PAGES_URL
    ? createBucketPageFiles(openPagesBucket(env.PAGES_URL), headers, env.CDN)
    : createPageFiles(env.SITE_DIR, headers, env.CDN);
  const servePage: ServePage = (...visit) => mayServeFolder() && published.serve(...visit);
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
  const privatePages = createPrivatePages(renderer.renderOnce);
  const mayReadAnother = limitPrivatePages();

  const toVisitor = (request: IncomingMessage): PageVisitor => ({
    cookies: request.headers.cookie,
    lookUp: (token, find) =>
      env.RATE_LIMITS === 'off'
        ? find()
        : lookUpAtPace(credentials, getRequestAddress(request, env.TRUST_PROXY), token, find),
  });

  const sendErrorPage = async (visit: Visit, code: ErrorPageCode, root: Root, status: number) => {
    const { request, response } = visit;
    const path = errorPagePath(root, code);
    const options = { status, negotiated: true };
    if (status >= 500 || status === STATUS_TOO_MANY) response.setHeader('retry-after', '10');
    if (await servePage(request, response, path, options)) return;
    await withTimeout(ERROR_PAGE_WAIT_MS, misses.render(path)).catch(() => {});
    if (await servePage(request, response, path, options)) return;
    const text = root.endsWith('zh') ? '暂时无法显示' : 'Not available at the moment';
    sendPlainAnswer(response, status, {}, text);
  };

  const sendAbsence = (visit: Visit, absence: ResolvedAbsence) => {
    const { kind, status } = absence;
    if (kind === 'error') return sendErrorPage(visit, absence.code, absence.root, status);
    return sendPlainAnswer(visit.response, status, {
      location: absence.location,
      'cache-control': status === 301 ? 'public, max-age=3600' : 'private, no-cache',
    });
  };

  /** Sends the outdated page if rendering is impossible. */
  const sendOutdatedPage = async (visit: Visit, { path, root }: Page, status = 503) => {
    const options = { negotiated: true, outOfDate: true };
    if (await servePage(visit.request, visit.response, path, options)) return;
    await sendErrorPage(visit, 500, root, status);
  };

  /** Responds for an unpublished page. */
  const sendUnpublished = async (visit: Visit, page: Page, status: number) => {
    const absence = await resolveAbsence(db, { ...page, status });
    return absence ? sendAbsence(visit, absence) : sendErrorPage(visit, 500, page.root, 500);
  };

  /** Renders a page for one response only. `reader`: a user with extra access. */
  const renderPrivate = async (visit: Visit, page: Page, reader?: Actor) => {
    const { request, response } = visit;
    const { path, root } = page;
    if (response.closed) return; // its end would never be counted
    if (reader && !mayReadAnother(reader.userId, response))
      return sendErrorPage(visit, 500, root, STATUS_TOO_MANY);
    const left = new AbortController();
    response.once('close', () => left.abort());
    const share = { person: reader?.userId, address: getRequestAddress(request, env.TRUST_PROXY) };
    let rendered: PrivatePage;
    try {
      const { signal } = left;
      rendered = await privatePages.render({ path, allowed: reader !== undefined, share, signal });
    } catch (error) {
      if (left.signal.aborted) return;
      if (!(error instanceof MissRefused))
        log.error({ err: error, path }, 'page.onDemandRenderFailed');
      return sendErrorPage(visit, 500, root, 503);
    }
    const { status, body } = rendered;
    if (status !== 200) return sendUnpublished(visit, page, status);
    // the user's access or the thread's forum may have changed in the queue
    if (reader && !(await findPrivateReader(db, { path, status: 403 }, toVisitor(request))))
      return sendUnpublished(visit, page, 403);
    response.writeHead(200, {
      ...headers,
      'content-type': getContentType(path),
      'content-length': body.length,
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };

  /** Renders a missing page, and publishes it if it exists. */
  const renderMissing = async (visit: Visit, page: Page) => {
    const { request, response } = visit;
    const { path, negotiated } = page;
    if (!mayMiss(request, response)) return sendOutdatedPage(visit, page, STATUS_TOO_MANY);
    let status: number;
    try {
      const address = getRequestAddress(request, env.TRUST_PROXY);
      ({ status } = await misses.render(path, { address }));
    } catch (error) {
      if (!(error instanceof MissRefused))
        log.error({ err: error, path }, 'page.onDemandRenderFailed');
      return sendOutdatedPage(visit, page);
    }
    if (status === 200) {
      if (await servePage(request, response, path, { negotiated })) return;
      // the page can't be written, or the page has just been taken down
      return renderPrivate(visit, page);
    }
    const reader = await findPrivateReader(db, { path, status }, toVisitor(request));
    if (reader) return renderPrivate(visit, page, reader);
    const absence = await resolveAbsence(db, { ...page, status });
    return absence ? sendAbsence(visit, absence) : sendOutdatedPage(visit, page);
  };

  const sendPage = async (visit: Visit): Promise<unknown> => {
    const { request, response } = visit;
    const getLang = () => getReaderLang(request);
    const resolved = await resolvePage(db, request.url ?? '/', getLang, toVisitor(request));
    if (resolved.kind === 'admin') {
      getRequestRecord(request).route = 'admin';
      return adminArea(request, response, resolved);
    }
    if (resolved.kind !== 'page') return sendAbsence(visit, resolved);
    const { path, negotiated } = resolved;
    if (await servePage(request, response, path, { negotiated })) return;
    getRequestRecord(request).route = 'missing-page';
    return renderMissing(visit, resolved);
  };

  const handleFailure = (visit: Visit, error: unknown) => {
    const { request, response } = visit;
    const isRefused = error instanceof AppError && error.code === 'tooMany';
    if (!isRefused) log.error({ err: error, path: withoutQuery(request.url) }, 'request.failed');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const root = parsePath(request.url ?? '')?.root ?? getReaderRoot(request);
    sendErrorPage(visit, 500, root, isRefused ? STATUS_TOO_MANY : 503).catch((reason: unknown) => {
      log.error({ err: reason, path: withoutQuery(request.url) }, 'request.errorPageFailed');
      response.destroy();
    });
  };

  /** Runs a request's handler; its failure never ends the server. */
  const runSafely = (visit: Visit, handler: () => unknown): void => {
    trackWork((async () => handler())()).catch((error: unknown) => handleFailure(visit, error));
  };

  const listener: Listener = (request, response) => {
    const visit = { request, response };
    const record = observeRequest(request, response, log);
    // An unhandled error event would end the server; it affects this response alone.
    response.on('error', (error) => {
      log.error({ err: error, path: withoutQuery(request.url) }, 'response.failed');
      response.destroy();
    });
    // proxies may send the whole URL in the request line (RFC 9112, 3.2.2)
    if (request.url?.startsWith('http'))
      request.url = request.url.replace(/^https?:\/\/[^/?#]*(?=[/?#]|$)/, '') || '/';
    const url = request.url ?? '/';
    if (env.secure) response.setHeader('strict-transport-security', STRICT_TRANSPORT);
    if (url === METRICS_PATH && sendMetrics) {
      record.route = 'metrics';
      return runSafely(visit, () => sendMetrics(request, response));
    }
    if (env.ROLE === 'worker' && !CHECK_PATHS.has(withoutQuery(url)))
      return sendPlainAnswer(response, 404, {}, 'A worker has no pages.');
    if (url.startsWith('/api/') || url.startsWith('/admin/')) {
      record.route = 'api';
      return runSafely(visit, () => answerCall(request, response));
    }
    if (url.startsWith('/sso/') && askProvider) {
      record.route = 'provider';
      return runSafely(visit, () => askProvider(request, response));
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
        runSafely(visit, () => sendErrorPage(visit, 404, getReaderRoot(request), 404));
      return runSafely(visit, () => assets(request, response, absent));
    }
    const lang = getChosenLang(url);
    if (lang) response.setHeader('set-cookie', languageCookie(lang));
    runSafely(visit, () => sendPage(visit));
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
