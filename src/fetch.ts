import { astro, FetchState } from 'astro/fetch';
import { Hono } from 'hono';
import mime from 'mime';
import { createApi } from '#api/app.ts';
import { cancelHeadBody } from '#api/http/middleware/head-body.ts';
import { type Lang, languageCookie, negotiateLang } from '#contracts/language.ts';
import { type ErrorPageCode, errorPagePath, type Root } from '#contracts/paths.ts';
import { readBrand } from '#db/brand.ts';
import { createDb, type Db } from '#db/client.ts';
import { type SanitizerThread, sanitizerThread } from '#domain/message/sanitizer-thread.ts';
import { isStickerPath, NEUTRAL_STICKER_PATH } from '#domain/message/stickers.ts';
import { setTimeZone } from '#i18n/format.ts';
import { readEnv } from '#platform/env.ts';
import { createLog } from '#platform/log.ts';
import { openStorage } from '#platform/open-storage.ts';
import { isStoredPath } from '#platform/stored-path.ts';
import { getChosenLang } from '#server/request-target.ts';
import {
  findPrivateReader,
  type ResolvedAbsence,
  resolveAbsence,
  resolvePage,
} from '#server/resolve-page.ts';

/*
 * Entry of `npm run dev`: Astro's development server calls it first. It renders each request and
 * publishes nothing. The built server uses server/main.ts instead.
 */

const env = readEnv();
const log = createLog(env.LOG_LEVEL);
setTimeZone(env.TIME_ZONE);
// Vite reloads this module when an import changes; the connections survive here.
const devGlobals = globalThis as { forumDb?: Db; forumMessages?: SanitizerThread };
devGlobals.forumDb ??= createDb({
  url: env.DATABASE_URL as string,
  kind: 'requests',
  name: 'forum dev',
});
const db = devGlobals.forumDb;
void devGlobals.forumMessages?.stop(); // the previous module's thread
devGlobals.forumMessages = sanitizerThread;
const { api } = await createApi({ db, env, log, takeDown: async () => {} });

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
    brand: await readBrand(db, env),
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

function sendAbsence(request: Request, absence: ResolvedAbsence): Promise<Response> | Response {
  if (absence.kind === 'error')
    return sendErrorPage(request, absence.code, absence.root, absence.status);
  const headers = { location: absence.location, 'cache-control': 'no-store' };
  return new Response(null, { status: absence.status, headers });
}

async function handlePageRequest(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const visitor = { cookies: request.headers.get('cookie') ?? undefined };
  const resolved = await resolvePage(db, pathname + search, () => getReaderLang(request), visitor);
  if (resolved.kind === 'admin') {
    const page = await renderPage(request, `${resolved.path}?lang=${resolved.lang}`);
    return resolved.there ? page : new Response(page.body, { status: 404, headers: page.headers });
  }
  if (resolved.kind !== 'page') return sendAbsence(request, resolved);
  const { path, root } = resolved;
  let response = await renderPage(request, path);
  if (await findPrivateReader(db, { path, status: response.status }, visitor))
    response = await renderPage(request, path, true);
  const absence = await resolveAbsence(db, { path, root, status: response.status });
  return absence ? sendAbsence(request, absence) : response;
}

const app = new Hono();

app.use(cancelHeadBody());

app.all('/api/*', (c) =>
  api.fetch(c.req.raw, { incoming: { socket: { remoteAddress: '127.0.0.1' } } }),
);
app.all('/admin/*', (c) =>
  api.fetch(c.req.raw, { incoming: { socket: { remoteAddress: '127.0.0.1' } } }),
);

// Vite has already served existing files.
app.get('/assets/image/raccoon/*', async (c) =>
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
