import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { type Lang, languageCookie, negotiateLang } from '#contracts/language.ts';
import { HEAD_BYTES, HEAD_MS, REQUEST_MS } from '#contracts/limits.ts';
import { type Area, PHONE_WORKER, type Problem, pageOfFloor, parseId, parsePath, problemPath, type Root, rootOf, threadPath } from '#contracts/paths.ts';
import type { Db } from '#db/client.ts';
import { findPost, mergedInto } from '#domain/thread/read.ts';
import type { Env } from '#platform/env.ts';
import type { Logger } from '#platform/log.ts';
import { readAddress, replyTarget } from './addresses.ts';
import { createAdminArea } from './admin-area.ts';
import { ARRIVALS, limitCalls, limitConnections } from './arrivals.ts';
import { createAssets } from './assets.ts';
import { pageHeaders, STRICT_TRANSPORT } from './headers.ts';
import { createPageFiles } from './page-files.ts';
import { mayReadPage } from './private.ts';
import type { Renderer } from './renderer-client.ts';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

export interface HttpParts {
  env: Env;
  log: Logger;
  db: Db;
  renderer: Renderer;
  /** The API and the admin area's login. */
  api: (request: Request, env: { incoming: IncomingMessage; outgoing: ServerResponse }) => Response | Promise<Response>;
  /** The built-in identity provider below /sso, when there is one. */
  provider?: Listener | undefined;
}

/** Statuses of pages that can't be shown, each with a page that says why. */
const ABSENT = [403, 404, 406] as const;

const readerLang = (request: IncomingMessage): Lang => negotiateLang(request.headers.cookie, request.headers['accept-language']);
const readerRoot = (request: IncomingMessage, area: Area = 'desktop'): Root => rootOf(area, readerLang(request));

/** The site on node:http: files first, then the API, then pages that don't stand yet. */
export function createHttp({ env, log, db, renderer, api, provider }: HttpParts): Server {
  const headers = pageHeaders(env);
  const pages = createPageFiles(env.SITE_DIR, headers, env.CDN === 'none' ? 'public, no-cache' : 'public, max-age=0, s-maxage=86400');
  const assets = createAssets(env);
  const adminArea = createAdminArea(renderer);
  const limits = { ...ARRIVALS, proxies: env.TRUST_PROXY };
  const answerCall = limitCalls(getRequestListener(api as Parameters<typeof getRequestListener>[0], { overrideGlobalObjects: false }), limits);
  const askProvider = provider && limitCalls(provider, limits);

  const problem = async (request: IncomingMessage, response: ServerResponse, code: Problem, root: Root, status: number) => {
    const path = problemPath(root, code);
    const options = { status, negotiated: true };
    if (status >= 500) response.setHeader('retry-after', '10');
    if (pages.serve(request, response, path, options)) return;
    await renderer.publish([path]).catch(() => {});
    if (pages.serve(request, response, path, options)) return;
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(root.endsWith('zh') ? '暂时无法显示' : 'Not available at the moment');
  };

  /** A page for those who may read it: made for this one answer, and kept by nobody on the way. */
  const show = async (request: IncomingMessage, response: ServerResponse, path: string, root: Root) => {
    const { status, body } = await renderer.show(path);
    const code = ABSENT.find((one) => one === status) ?? 500;
    if (status !== 200) return problem(request, response, code, root, code);
    response.writeHead(200, { ...headers, 'content-type': 'text/html; charset=utf-8', 'content-length': Buffer.byteLength(body), 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' });
    response.end(request.method === 'HEAD' ? undefined : body);
  };

  /** Where the posts of a thread stand that was merged into another. */
  const elsewhere = async (path: string) => {
    const [kind, name] = parsePath(path)?.rest ?? [];
    const id = kind === 'post' ? parseId(name) : undefined;
    return id && mergedInto(db, id);
  };

  /** A page that isn't there as a file: it is made now if it exists, and kept. */
  const miss = async (request: IncomingMessage, response: ServerResponse, path: string, root: Root, negotiated: boolean) => {
    const [outcome] = await renderer.publish([path]);
    if (outcome?.status === 200 && pages.serve(request, response, path, { negotiated })) return;
    const status = ABSENT.find((one) => one === outcome?.status) ?? 500;
    const merged = status === 406 ? await elsewhere(path) : undefined;
    if (merged) return redirect(response, threadPath(root, merged), 302);
    if (status === 403 && (await mayReadPage(db, request.headers.cookie, path))) return show(request, response, path, root);
    await problem(request, response, status, root, status);
  };

  const redirect = (response: ServerResponse, location: string, status = 301) => {
    response.writeHead(status, { location, 'cache-control': status === 301 ? 'public, max-age=3600' : 'private, no-cache' }).end();
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
        const post = await findPost(db, target.postId);
        if (!post) return redirect(response, threadPath(target.root, target.threadId), 302);
        return redirect(response, replyTarget(target.root, post.threadId, pageOfFloor(post.floor), target.postId), 302);
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
    void problem(request, response, 500, parsePath(request.url ?? '')?.root ?? readerRoot(request), 503);
  };

  const listener: Listener = (request, response) => {
    const url = request.url ?? '/';
    if (env.secure) response.setHeader('strict-transport-security', STRICT_TRANSPORT);
    if (url.startsWith('/api/') || url.startsWith('/admin/')) return void answerCall(request, response);
    if (url.startsWith('/sso') && askProvider) return void askProvider(request, response);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD', 'content-type': 'text/plain' }).end('Method not allowed');
      return;
    }
    if (url.startsWith('/assets/') || url.startsWith('/uploads/') || url === '/favicon.ico' || url === PHONE_WORKER) {
      return assets(request, response, () => void problem(request, response, 404, readerRoot(request), 404));
    }
    const lang = /[?&]lang=(zh|en)\b/.exec(url)?.[1] as Lang | undefined;
    if (lang) response.setHeader('set-cookie', languageCookie(lang));
    page(request, response).catch((error: unknown) => failed(request, response, error));
  };

  const server = createServer({ keepAliveTimeout: 65_000, headersTimeout: HEAD_MS, requestTimeout: REQUEST_MS, connectionsCheckingInterval: 5_000, maxHeaderSize: HEAD_BYTES }, listener);
  limitConnections(server, limits);
  return server;
}
