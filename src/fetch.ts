import { astro, FetchState } from 'astro/fetch';
import { Hono } from 'hono';
import mime from 'mime';
import { createApi } from '#api/app.ts';
import { type Lang, languageCookie, negotiateLang } from '#contracts/language.ts';
import {
  type Problem,
  pageOfFloor,
  problemPath,
  type Root,
  rootOf,
  threadPath,
} from '#contracts/paths.ts';
import { createDb, type Db } from '#db/client.ts';
import { isStickerPath, NEUTRAL_STICKER } from '#domain/message/stickers.ts';
import { type MessageThread, messageThread } from '#domain/message/thread.ts';
import { findPost } from '#domain/thread/read.ts';
import { setTimeZone } from '#i18n/format.ts';
import { readEnv } from '#platform/env.ts';
import { createLog } from '#platform/log.ts';
import { isStoredPath, openStorage } from '#platform/storage.ts';
import { readAddress, replyTarget } from './server/addresses.ts';
import { mayReadPage } from './server/private.ts';

/*
 * The forum for `npm run dev`: Astro's development server asks this file first. Pages are rendered
 * at each request and nothing is published. The built server has server/main.ts in its place and
 * never loads this.
 */

const env = readEnv();
const log = createLog(env.LOG_LEVEL);
setTimeZone(env.TIME_ZONE);
// Vite loads this file anew whenever something that it imports changes; the connections stay.
const kept = globalThis as { forumDb?: Db; forumMessages?: MessageThread };
kept.forumDb ??= createDb({ url: env.DATABASE_URL as string, kind: 'requests', name: 'forum dev' });
const db = kept.forumDb;
void kept.forumMessages?.stop(); // the thread of before this file was loaded anew
kept.forumMessages = messageThread;
const { api } = await createApi({ db, replica: db, env, log, takeDown: async () => {} });

const readerLang = (request: Request): Lang =>
  negotiateLang(request.headers.get('cookie'), request.headers.get('accept-language'));

async function render(request: Request, path: string, allowed = false): Promise<Response> {
  const state = new FetchState(
    new Request(new URL(path, request.url), { headers: request.headers }),
  );
  Object.assign(state.locals, {
    db,
    site: env.SITE_URL,
    proxyTarget: env.PROXY_TARGET,
    timeZone: env.TIME_ZONE,
    made: { tags: [] },
    allowed,
  } satisfies App.Locals);
  return astro(state);
}

async function problem(
  request: Request,
  code: Problem,
  root: Root,
  status: number,
): Promise<Response> {
  const page = await render(request, problemPath(root, code));
  return new Response(page.body, { status, headers: page.headers });
}

const PROBLEM_OF: Record<number, Problem> = { 403: 403, 404: 404, 406: 406 };

async function page(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const target = readAddress(pathname + search, () => readerLang(request));
  const redirect = (location: string) => new Response(null, { status: 302, headers: { location } });
  if (target.kind === 'none')
    return problem(request, 404, rootOf(target.area, readerLang(request)), 404);
  if (target.kind === 'problem') return problem(request, target.code, target.root, 200);
  if (target.kind === 'admin') return render(request, `${target.path}?lang=${target.lang}`);
  if (target.kind === 'redirect') return redirect(target.location);
  if (target.kind === 'reply') {
    const post = await findPost(db, target.postId);
    if (post?.threadId !== target.threadId)
      return redirect(threadPath(target.root, target.threadId));
    return redirect(
      replyTarget(target.root, target.threadId, pageOfFloor(post.floor), target.postId),
    );
  }
  const open = await render(request, target.path);
  const mayRead =
    open.status === 403 &&
    (await mayReadPage(db, request.headers.get('cookie') ?? undefined, target.path));
  const response = mayRead ? await render(request, target.path, true) : open;
  const code = PROBLEM_OF[response.status];
  return code ? problem(request, code, target.root, code) : response;
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
    ? c.redirect(NEUTRAL_STICKER)
    : problem(c.req.raw, 404, readerLang(c.req.raw), 404),
);

app.get('/uploads/*', async (c) => {
  const path = c.req.path.slice('/uploads/'.length);
  const file = isStoredPath(path) ? await openStorage(env).read(path) : undefined;
  return file
    ? c.body(file, 200, { 'content-type': mime.getType(path) ?? 'application/octet-stream' })
    : problem(c.req.raw, 404, readerLang(c.req.raw), 404);
});

app.get('*', async (c) => {
  const response = await page(c.req.raw);
  const chosen = /[?&]lang=(zh|en)\b/.exec(c.req.url)?.[1] as Lang | undefined;
  if (!chosen) return response;
  const answer = new Response(response.body, response);
  answer.headers.append('set-cookie', languageCookie(chosen));
  return answer;
});

export default app;
