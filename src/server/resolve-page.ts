import type { Actor } from '#auth/actor.ts';
import { getOnlyCookie, SITE_SESSION_COOKIE } from '#auth/cookies.ts';
import { readSession } from '#auth/session.ts';
import type { Lang } from '#contracts/language.ts';
import {
  type ErrorPageCode,
  pageOfFloor,
  parseId,
  parsePath,
  type Root,
  rootOf,
  threadPath,
} from '#contracts/paths.ts';
import type { Db } from '#db/client.ts';
import {
  findForumOfThread,
  findMergedThread,
  findPostLocation,
} from '#domain/content/thread/read.ts';
import { mayReadForum } from '#domain/shared/forum-access.ts';
import { retryOnLostConnection } from '#platform/unavailable.ts';
import { getReplyUrl, parseRequestTarget, type RequestTarget } from './request-target.ts';

/** The client that requests a page. */
export interface PageVisitor {
  cookies: string | undefined;
  /** Looks up a session; by default immediately. */
  lookUp?<T>(token: string, find: () => Promise<T | undefined>): Promise<T | undefined>;
}

async function readPageReader(
  db: Db,
  { cookies, lookUp = (_, find) => find() }: PageVisitor,
): Promise<Actor | undefined> {
  const token = getOnlyCookie(cookies, SITE_SESSION_COOKIE);
  return token ? (await lookUp(token, () => readSession(db, token, 'site')))?.actor : undefined;
}

/** The logged-in caller, if they may read the forum of a page's path. */
async function findReaderOfPage(
  db: Db,
  visitor: PageVisitor,
  path: string,
): Promise<Actor | undefined> {
  const reader = await readPageReader(db, visitor);
  if (!reader) return undefined;
  const [kind, name] = parsePath(path)?.rest ?? [];
  const id = parseId(name);
  const forumId =
    id && kind === 'post' ? await findForumOfThread(db, id) : kind === 'forum' ? id : undefined;
  const mayRead = forumId !== undefined && (await mayReadForum(db, forumId, reader));
  return mayRead ? reader : undefined;
}

/* Resolves page URLs, for page-stage.ts and `astro dev` (fetch.ts). */

export type ResolvedPage =
  | Extract<RequestTarget, { kind: 'page' | 'admin' }>
  | { kind: 'redirect'; location: string; status: 301 | 302 }
  /** The error page of a code, with this status. */
  | { kind: 'error'; root: Root; code: ErrorPageCode; status: number };

/** A reply's location; undefined both for a missing and for an unreadable one. */
async function findReply(db: Db, postId: number, visitor: PageVisitor) {
  const post = await findPostLocation(db, postId, null);
  if (post || !visitor.cookies) return post;
  const reader = await readPageReader(db, visitor);
  return reader && findPostLocation(db, postId, reader);
}

/** Resolves a URL; a reply's URL redirects to its current page. */
export async function resolvePage(
  db: Db,
  url: string,
  getReaderLang: () => Lang,
  visitor: PageVisitor,
): Promise<ResolvedPage> {
  const target = parseRequestTarget(url, getReaderLang);
  switch (target.kind) {
    case 'page':
    case 'admin':
      return target;
    case 'redirect':
      return { kind: 'redirect', location: target.location, status: target.negotiated ? 302 : 301 };
    case 'reply': {
      const post = await retryOnLostConnection(() => findReply(db, target.postId, visitor));
      const location = post
        ? getReplyUrl(target.root, post.threadId, pageOfFloor(post.floor), target.postId)
        : threadPath(target.root, target.threadId);
      return { kind: 'redirect', location, status: 302 };
    }
    case 'problem':
      return { kind: 'error', root: target.root, code: target.code, status: 200 };
    case 'none':
      return { kind: 'error', root: rootOf(target.area, getReaderLang()), code: 404, status: 404 };
  }
}

/** Statuses of absent pages, each with a page that explains it. */
const ABSENT_STATUSES = [403, 404, 406] as const;

/** The response for an absent page. */
export type ResolvedAbsence = Extract<ResolvedPage, { kind: 'redirect' | 'error' }>;

/** The reader who may get a restricted page (403) rendered; else undefined. */
export const findPrivateReader = async (
  db: Db,
  { path, status }: { path: string; status: number },
  visitor: PageVisitor,
): Promise<Actor | undefined> =>
  status === 403 ? retryOnLostConnection(() => findReaderOfPage(db, visitor, path)) : undefined;

/** Resolves an absent page; a merged thread redirects. Undefined if the status is a failure. */
export async function resolveAbsence(
  db: Db,
  { path, root, status }: { path: string; root: Root; status: number },
): Promise<ResolvedAbsence | undefined> {
  const code = ABSENT_STATUSES.find((candidate) => candidate === status);
  if (!code) return undefined;
  if (code === 406) {
    const [kind, name] = parsePath(path)?.rest ?? [];
    const id = kind === 'post' ? parseId(name) : undefined;
    const merged = id && (await retryOnLostConnection(() => findMergedThread(db, id)));
    if (merged) return { kind: 'redirect', location: threadPath(root, merged), status: 302 };
  }
  return { kind: 'error', root, code, status: code };
}
