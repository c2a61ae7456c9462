import type { AstroGlobal } from 'astro';
import { STATUS_ERRORS } from '#contracts/errors.ts';
import { isLang, type Lang } from '#contracts/language.ts';
import type { ForumPage, ForumsPage, Frame, HomePage, Notice, ThreadPage, UserPage } from '#contracts/model.ts';
import { ABOUT_TOPICS, type Area, aboutPath, forumPath, forumsPath, homePath, mePath, PROBLEMS, parseId, parseList, parsePage, problemPath, ROOMS, type Root, type Room, rootOf, roomPath, threadPath, USER_TABS, type UserTab, userPath } from '#contracts/paths.ts';
import { followsWrites, readForumPage, readForumsPage } from '#domain/forum/read.ts';
import { readHomePage } from '#domain/home/read.ts';
import { readThreadPage } from '#domain/thread/read.ts';
import { readUserPage } from '#domain/user/read.ts';

/*
 * What the pages of both sites are made from: their address is read, and what it names is loaded. Each answers with the
 * view's properties, or with the Response that says why there is no such page.
 */

interface Opened {
  frame: Frame;
  /** The page's own address. */
  path: string;
  /** Origin of the site. */
  site: string;
  proxyTarget: string;
}
type Shown<Page> = (Opened & { page: Page }) | Response;

/** Seconds for which pages are kept that don't follow each write. */
const KEPT = 60;

const absent = (status: number): Response => new Response(null, { status });

function opened({ locals: { site, proxyTarget } }: AstroGlobal, root: Root, lang: Lang, path: string, notice?: Notice): Opened {
  return { frame: { root, lang, notice }, path, site, proxyTarget };
}

/** The root that an address of an area begins with; undefined when it names no language. */
function rootIn({ params }: AstroGlobal, area: Area): { root: Root; lang: Lang } | undefined {
  const { lang } = params;
  return isLang(lang) ? { root: rootOf(area, lang), lang } : undefined;
}

export async function openHome(astro: AstroGlobal, area: Area): Promise<Shown<HomePage>> {
  const { db, timeZone, made } = astro.locals;
  const rooted = rootIn(astro, area);
  const address = parseList(astro.params.list);
  const loaded = rooted && address && (await readHomePage(db, timeZone, rooted.lang, address, area));
  if (!rooted || !address || !loaded) return absent(404);
  made.tags = loaded.tags;
  if (!followsWrites(address)) made.keepFor = KEPT;
  return { ...opened(astro, rooted.root, rooted.lang, homePath(rooted.root, address), loaded.notice), page: loaded.data };
}

export async function openForums(astro: AstroGlobal, area: Area): Promise<Shown<ForumsPage>> {
  const { db, timeZone, made } = astro.locals;
  const rooted = rootIn(astro, area);
  if (!rooted) return absent(404);
  const { data, tags } = await readForumsPage(db, timeZone);
  made.tags = tags;
  return { ...opened(astro, rooted.root, rooted.lang, forumsPath(rooted.root)), page: data };
}

export async function openForum(astro: AstroGlobal, area: Area): Promise<Shown<ForumPage>> {
  const { db, timeZone, made, allowed } = astro.locals;
  const rooted = rootIn(astro, area);
  const id = parseId(astro.params.id);
  const address = parseList(astro.params.list);
  const loaded = id && address ? await readForumPage(db, timeZone, id, address, allowed) : undefined;
  if (loaded === 'forbidden') return absent(403);
  if (!rooted || !id || !address || !loaded) return absent(404);
  made.tags = loaded.tags;
  if (!followsWrites(address)) made.keepFor = KEPT;
  return { ...opened(astro, rooted.root, rooted.lang, forumPath(rooted.root, id, address)), page: loaded.data };
}

export async function openThread(astro: AstroGlobal, area: Area): Promise<Shown<ThreadPage>> {
  const { db, made, preloaded, allowed } = astro.locals;
  const rooted = rootIn(astro, area);
  const id = parseId(astro.params.id);
  const number = parsePage(astro.params.page);
  if (!rooted || !id || !number) return absent(404);
  const path = threadPath(rooted.root, id, number);
  const loaded = (preloaded?.get(path) as Awaited<ReturnType<typeof readThreadPage>> | undefined) ?? (await readThreadPage(db, id, number, allowed));
  if (typeof loaded === 'string') return absent(STATUS_ERRORS[loaded]);
  made.tags = loaded.tags;
  return { ...opened(astro, rooted.root, rooted.lang, path), page: loaded.data };
}

export async function openUser(astro: AstroGlobal, area: Area): Promise<Shown<UserPage>> {
  const { db, made } = astro.locals;
  const rooted = rootIn(astro, area);
  const { rest = '' } = astro.params;
  const id = parseId(astro.params.id);
  const [tab = 'threads', pageText] = rest.split('/').filter(Boolean);
  const page = parsePage(pageText);
  if (!rooted || !id || !page || !USER_TABS.includes(tab as UserTab)) return absent(404);
  const path = userPath(rooted.root, id, tab as UserTab, page);
  const loaded = path.endsWith(`/${id}${rest && `/${rest}`}`) ? await readUserPage(db, id, tab as UserTab, page) : undefined;
  if (!loaded) return absent(404);
  made.tags = loaded.tags;
  if (page > 1 || tab !== 'threads') made.keepFor = KEPT;
  return { ...opened(astro, rooted.root, rooted.lang, path), page: loaded.data };
}

/** `name`: of one of the rooms, as addresses say it. */
export function openRoom(astro: AstroGlobal, area: Area, name: string): (Opened & { room: Room }) | Response {
  const rooted = rootIn(astro, area);
  const room = ROOMS.find((one) => one === name);
  return rooted && room ? { ...opened(astro, rooted.root, rooted.lang, roomPath(rooted.root, room)), room } : absent(404);
}

export function openMe(astro: AstroGlobal): Opened | Response {
  const rooted = rootIn(astro, 'phone');
  return rooted ? opened(astro, rooted.root, rooted.lang, mePath(rooted.root)) : absent(404);
}

export function openAbout(astro: AstroGlobal, area: Area): (Opened & { topic: (typeof ABOUT_TOPICS)[number] }) | Response {
  const rooted = rootIn(astro, area);
  const topic = ABOUT_TOPICS.find((one) => one === astro.params.topic);
  return rooted && topic ? { ...opened(astro, rooted.root, rooted.lang, aboutPath(rooted.root, topic)), topic } : absent(404);
}

export function openProblem(astro: AstroGlobal, area: Area): (Opened & { code: (typeof PROBLEMS)[number] }) | Response {
  const rooted = rootIn(astro, area);
  const code = PROBLEMS.find((one) => String(one) === astro.params.code);
  return rooted && code ? { ...opened(astro, rooted.root, rooted.lang, problemPath(rooted.root, code)), code } : absent(404);
}
