import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { type Lang, languageCookie, negotiateLang } from '#contracts/language.ts';
import { HEAD_BYTES, HEAD_MS, REQUEST_MS } from '#contracts/limits.ts';
import {
  type Area,
  FAVICON_FILE,
  PHONE_WORKER,
  type Problem,
  pageOfFloor,
  parseId,
  parsePath,
  problemPath,
  type Root,
  rootOf,
  threadPath,
} from '#contracts/paths.ts';
import type { Db } from '#db/client.ts';
import { findPost, mergedInto } from '#domain/thread/read.ts';
import type { Env } from '#platform/env.ts';
import type { Logger } from '#platform/log.ts';
import { againOnLostConnection } from '#platform/unavailable.ts';
import type { Outcome } from '#publish/publish.ts';
import { readAddress, replyTarget } from './addresses.ts';
import { createAdminArea } from './admin-area.ts';
import { ARRIVALS, limitCalls, limitConnections, limitMisses } from './arrivals.ts';
import { createAssets } from './assets.ts';
import { pageHeaders, STRICT_TRANSPORT } from './headers.ts';
import { createMissQueue, MissRefused } from './miss-queue.ts';
import { contentTypeOf, createPageFiles } from './page-files.ts';
import { mayReadPage } from './private.ts';
import type { Renderer } from './renderer-client.ts';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

export interface HttpParts {
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
}

/** Statuses of pages that can't be shown, each with a page that says why. */
const ABSENT = [403, 404, 406] as const;

const TOO_MANY = 429;

/** Milliseconds that somebody who is told of a failure waits for the page that says so. */
const PROBLEM_WAIT_MS = 2_000;

const readerLang = (request: IncomingMessage): Lang =>
  negotiateLang(request.headers.cookie, request.headers['accept-language']);
const readerRoot = (request: IncomingMessage, area: Area = 'desktop'): Root =>
  rootOf(area, readerLang(request));

/** The site on node:http: files first, then the API, then pages that don't stand yet. */
export function createHttp({ env, log, db, renderer, api, provider }: HttpParts): Server {
  const headers = pageHeaders(env);
  const pages = createPageFiles(
    env.SITE_DIR,
    headers,
    env.CDN === 'none' ? 'public, no-cache' : 'public, max-age=0, s-maxage=86400',
  );
  const assets = createAssets(env);
  const adminArea = createAdminArea(renderer);
  const limits = { ...ARRIVALS, proxies: env.TRUST_PROXY };
  const answerCall = limitCalls(
    getRequestListener(api as Parameters<typeof getRequestListener>[0], {
      overrideGlobalObjects: false,
      hostname: new URL(env.SITE_URL).host,
    }),
    limits,
  );
  const askProvider = provider && limitCalls(provider, limits);

  const misses = createMissQueue(renderer.publish);
  const mayMiss = limitMisses(limits);

  const problem = async (
    request: IncomingMessage,
    response: ServerResponse,
    code: Problem,
    root: Root,
    status: number,
  ) => {
    const path = problemPath(root, code);
    const options = { status, negotiated: true };
    if (status >= 500 || status === TOO_MANY) response.setHeader('retry-after', '10');
    if (pages.serve(request, response, path, options)) return;
    await Promise.race([misses.make(path).catch(() => {}), delay(PROBLEM_WAIT_MS)]);
    if (pages.serve(request, response, path, options)) return;
    response
      .writeHead(status, { 'content-type': 'text/plain; charset=utf-8' })
      .end(root.endsWith('zh') ? '暂时无法显示' : 'Not available at the moment');
  };

  /**
   * A page that isn't kept: made for this one answer. `allowed`: for somebody who may read what not
   * everybody may.
   */
  const show = async (
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    root: Root,
    allowed: boolean,
  ) => {
    const { status, body } = await renderer.show(path, allowed);
    const code = ABSENT.find((one) => one === status) ?? 500;
    if (status !== 200) return problem(request, response, code, root, code);
    response.writeHead(200, {
      ...headers,
      'content-type': contentTypeOf(path),
      'content-length': Buffer.byteLength(body),
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };

  /** Where the posts of a thread stand that was merged into another. */
  const elsewhere = async (path: string) => {
    const [kind, name] = parsePath(path)?.rest ?? [];
    const id = kind === 'post' ? parseId(name) : undefined;
    return id && againOnLostConnection(() => mergedInto(db, id));
  };

  /** A page can't be made now: what stood there before is better than nothing. */
  const unavailable = (
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    root: Root,
    status = 503,
  ) =>
    pages.serve(request, response, path, { negotiated: true, outOfDate: true })
      ? undefined
      : problem(request, response, 500, root, status);

  /** A page that isn't there as a file: it is made now if it exists, and kept. */
  const miss = async (
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    root: Root,
    negotiated: boolean,
  ) => {
    if (!mayMiss(request, response)) return unavailable(request, response, path, root, TOO_MANY);
    let outcome: Outcome;
    try {
      outcome = await misses.make(path);
    } catch (error) {
      if (!(error instanceof MissRefused))
        log.error({ err: error, path }, 'a page could not be made');
      return unavailable(request, response, path, root);
    }
    if (outcome.status === 200) {
      if (pages.serve(request, response, path, { negotiated })) return;
      // the disk is full, or it was taken down in this moment
      return show(request, response, path, root, false);
    }
    const status = ABSENT.find((one) => one === outcome.status);
    if (!status) return unavailable(request, response, path, root);
    const merged = status === 406 ? await elsewhere(path) : undefined;
    if (merged) return redirect(response, threadPath(root, merged), 302);
    if (
      status === 403 &&
      (await againOnLostConnection(() => mayReadPage(db, request.headers.cookie, path)))
    )
      return show(request, response, path, root, true);
    await problem(request, response, status, root, status);
  };

  const redirect = (response: ServerResponse, location: string, status = 301) => {
    response
      .writeHead(status, {
        location,
        'cache-control': status === 301 ? 'public, max-age=3600' : 'private, no-cache',
      })
      .end();
  };

  const page = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const target = readAddress(request.url ?? '/', () => readerLang(request));
    switch (target.kind) {
      case 'page':
        if (pages.serve(request, response, target.path, { negotiated: target.negotiated })) return;
        return miss(request, response, target.path, target.root, target.negotiated);
      case 'admin':
        return adminArea(request, response, target);
      case 'redirect':
        return redirect(response, target.location, target.negotiated ? 302 : 301);
      case 'reply': {
        const post = await againOnLostConnection(() => findPost(db, target.postId));
        if (!post) return redirect(response, threadPath(target.root, target.threadId), 302);
        return redirect(
          response,
          replyTarget(target.root, post.threadId, pageOfFloor(post.floor), target.postId),
          302,
        );
      }
      case 'problem':
        return problem(request, response, target.code, target.root, 200);
      case 'none':
        return problem(request, response, 404, readerRoot(request, target.area), 404);
    }
  };

  const failed = (request: IncomingMessage, response: ServerResponse, error: unknown) => {
    log.error({ err: error, url: request.url }, 'a request failed');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    problem(
      request,
      response,
      500,
      parsePath(request.url ?? '')?.root ?? readerRoot(request),
      503,
    ).catch((reason: unknown) => {
      log.error({ err: reason, url: request.url }, 'a request failed, and telling so as well');
      response.destroy();
    });
  };

  /** What answers a request never ends the server. */
  const answered = (
    request: IncomingMessage,
    response: ServerResponse,
    work: () => unknown,
  ): void => {
    (async () => work())().catch((error: unknown) => failed(request, response, error));
  };

  const listener: Listener = (request, response) => {
    // Proxies may name the whole address in the request's line (RFC 9112, 3.2.2).
    if (request.url?.startsWith('http'))
      request.url = request.url.replace(/^https?:\/\/[^/?#]*(?=[/?#]|$)/, '') || '/';
    const url = request.url ?? '/';
    if (env.secure) response.setHeader('strict-transport-security', STRICT_TRANSPORT);
    if (url.startsWith('/api/') || url.startsWith('/admin/'))
      return answered(request, response, () => answerCall(request, response));
    if (url.startsWith('/sso/') && askProvider)
      return answered(request, response, () => askProvider(request, response));
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response
        .writeHead(405, { allow: 'GET, HEAD', 'content-type': 'text/plain' })
        .end('Method not allowed');
      return;
    }
    if (
      url.startsWith('/assets/') ||
      url.startsWith('/uploads/') ||
      url === FAVICON_FILE ||
      url === PHONE_WORKER
    ) {
      const absent = () =>
        answered(request, response, () =>
          problem(request, response, 404, readerRoot(request), 404),
        );
      return answered(request, response, () => assets(request, response, absent));
    }
    const lang = /[?&]lang=(zh|en)\b/.exec(url)?.[1] as Lang | undefined;
    if (lang) response.setHeader('set-cookie', languageCookie(lang));
    answered(request, response, () => page(request, response));
  };

  const server = createServer(
    {
      keepAliveTimeout: 65_000,
      headersTimeout: HEAD_MS,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: HEAD_BYTES,
    },
    listener,
  );
  limitConnections(server, limits);
  return server;
}
