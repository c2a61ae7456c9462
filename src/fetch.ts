import { astro, FetchState } from 'astro/fetch';
import { Hono } from 'hono';
import mime from 'mime';
import { createApi } from '#api/app.ts';
import { type Lang, languageCookie, negotiateLang } from '#contracts/language.ts';
import {
  type ErrorPageCode,
  errorPagePath,
  pageOfFloor,
  type Root,
  rootOf,
  threadPath,
} from '#contracts/paths.ts';
import { createDb, type Db } from '#db/client.ts';
import { type SanitizerThread, sanitizerThread } from '#domain/message/sanitizer-thread.ts';
import { isStickerPath, NEUTRAL_STICKER_PATH } from '#domain/message/stickers.ts';
import { findPostLocation } from '#domain/thread/read.ts';
import { setTimeZone } from '#i18n/format.ts';
import { readEnv } from '#platform/env.ts';
import { createLog } from '#platform/log.ts';
import { openStorage } from '#platform/open-storage.ts';
import { isStoredPath } from '#platform/stored-path.ts';
import { mayReadPage } from '#server/page-access.ts';
import { getChosenLang, getReplyUrl, parseRequestTarget } from '#server/request-target.ts';

/*
 * The forum for `npm run dev`: Astro's development server asks this file first. Pages are rendered
 * at each request and nothing is published. The built server has server/main.ts in its place and
 * never loads this.
 */

const env = readEnv();
const log = createLog(env.LOG_LEVEL);
setTimeZone(env.TIME_ZONE);
// Vite loads this file anew whenever something that it imports changes; the connections stay.
const devGlobals = globalThis as { forumDb?: Db; forumMessages?: SanitizerThread };
devGlobals.forumDb ??= createDb({
  url: env.DATABASE_URL as string,
  kind: 'requests',
  name: 'forum dev',
});
const db = devGlobals.forumDb;
void devGlobals.forumMessages?.stop(); // the thread of before this file was loaded anew
devGlobals.forumMessages = sanitizerThread;
const { api } = await createApi({ db, replica: db, env, log, takeDown: async () => {} });

const getReaderLang = (request: Request): Lang =>
  negotiateLang(request.headers.get('cookie'), request.headers.get('accept-language'));

async function renderPage(
  request: Request,
  path: string,
  mayReadRestricted = false,
): Promise<Response> {
  const state = new FetchState(
    new Request(new URL(path, request.url), { headers: request.headers }),
  );
  Object.assign(state.locals, {
    db,
    site: env.SITE_URL,
    proxyTarget: env.PROXY_TARGET,
    timeZone: env.TIME_ZONE,
    renderResult: { tags: [] },
    mayReadRestricted,
  } satisfies App.Locals);
  return astro(state);
}

async function sendErrorPage(
  request: Request,
  code: ErrorPageCode,
  root: Root,
  status: number,
): Promise<Response> {
  const errorPage = await renderPage(request, errorPagePath(root, code));
  return new Response(errorPage.body, { status, headers: errorPage.headers });
}

const ERROR_PAGE_OF_STATUS: Record<number, ErrorPageCode> = { 403: 403, 404: 404, 406: 406 };

async function handlePageRequest(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const target = parseRequestTarget(pathname + search, () => getReaderLang(request));
  const redirect = (location: string) => new Response(null, { status: 302, headers: { location } });
  if (target.kind === 'none')
    return sendErrorPage(request, 404, rootOf(target.area, getReaderLang(request)), 404);
  if (target.kind === 'problem') return sendErrorPage(request, target.code, target.root, 200);
  if (target.kind === 'admin') return renderPage(request, `${target.path}?lang=${target.lang}`);
  if (target.kind === 'redirect') return redirect(target.location);
  if (target.kind === 'reply') {
    const post = await findPostLocation(db, target.postId);
    if (post?.threadId !== target.threadId)
      return redirect(threadPath(target.root, target.threadId));
    return redirect(
      getReplyUrl(target.root, target.threadId, pageOfFloor(post.floor), target.postId),
    );
  }
  const publicResponse = await renderPage(request, target.path);
  const mayRead =
    publicResponse.status === 403 &&
    (await mayReadPage(db, request.headers.get('cookie') ?? undefined, target.path));
  const response = mayRead ? await renderPage(request, target.path, true) : publicResponse;
  const code = ERROR_PAGE_OF_STATUS[response.status];
  return code ? sendErrorPage(request, code, target.root, code) : response;
}

const app = new Hono();

app.all('/api/*', (c) =>
  api.fetch(c.req.raw, { incoming: { socket: { remoteAddress: '127.0.0.1' } } }),
);
app.all('/admin/*', (c) =>
  api.fetch(c.req.raw, { incoming: { socket: { remoteAddress: '127.0.0.1' } } }),
);

// Those that are there Vite has sent already.
app.get('/assets/image/raccoon/*', (c) =>
  isStickerPath(c.req.path)
    ? c.redirect(NEUTRAL_STICKER_PATH)
    : sendErrorPage(c.req.raw, 404, getReaderLang(c.req.raw), 404),
);

app.get('/uploads/*', async (c) => {
  const path = c.req.path.slice('/uploads/'.length);
  const file = isStoredPath(path) ? await openStorage(env).read(path) : undefined;
  return file
    ? c.body(file, 200, { 'content-type': mime.getType(path) ?? 'application/octet-stream' })
    : sendErrorPage(c.req.raw, 404, getReaderLang(c.req.raw), 404);
});

app.get('*', async (c) => {
  const response = await handlePageRequest(c.req.raw);
  const chosen = getChosenLang(c.req.url);
  if (!chosen) return response;
  const answer = new Response(response.body, response);
  answer.headers.append('set-cookie', languageCookie(chosen));
  return answer;
});

export default app;
