import { createMiddleware } from 'hono/factory';
import { readToken, recordTokenUse } from '#auth/access-token.ts';
import type { Actor } from '#auth/actor.ts';
import {
  clearSessionCookies,
  extendSessionCookies,
  getSessionCookie,
  restoreSessionCookies,
} from '#auth/cookies.ts';
import { readSession, renewSession, type SessionKind } from '#auth/session.ts';
import { AppError } from '#contracts/errors.ts';
import { SESSION_IDLE_SECONDS } from '#contracts/limits.ts';
import type { ApiContext, ApiEnv } from '../context.ts';
import { isSafeMethod } from './csrf.ts';
import { lookUpCredential } from './invalid-credentials.ts';

/** Other schemes are ignored: behind HTTP authentication, browsers always send Basic. */
const BEARER_HEADER = /^bearer(?: (.*))?$/i;

/** Runs work in the background of a request. */
const runInBackground = (c: ApiContext, promise: Promise<unknown>): void =>
  void promise.catch((error: unknown) => c.var.log.warn({ err: error }, 'session.renewalFailed'));

/**
 * Sets `actor` from a personal access token, else from the area's cookie, else null. An invalid
 * token throws `unauthenticated`, so that its owner notices; an invalid cookie is deleted.
 */
export const authenticate = (kind: SessionKind = 'site') =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const bearer = BEARER_HEADER.exec(c.req.header('authorization') ?? '');
    // tokens aren't accepted in the admin area
    if (bearer && kind === 'admin') throw new AppError('forbidden');
    c.set(
      'actor',
      bearer
        ? await authenticateByToken(c, bearer[1]?.trim() ?? '')
        : await authenticateByCookie(c, kind),
    );
    await next();
  });

async function authenticateByToken(c: ApiContext, token: string): Promise<Actor> {
  const { db } = c.var.deps;
  const liveToken = await lookUpCredential(c, token, () => readToken(db, token));
  if (!liveToken) throw new AppError('unauthenticated');
  if (liveToken.stale) runInBackground(c, recordTokenUse(db, liveToken));
  // handlers check the scope that they need; this is for one that forgets
  const { scopes } = liveToken.actor;
  const fits = isSafeMethod(c.req.method)
    ? scopes.includes('read')
    : scopes.includes('write') || scopes.includes('moderate');
  if (!fits) throw new AppError('forbidden');
  return liveToken.actor;
}

/** Remaining cookie lifetime of a session in use. */
const getSecondsLeft = (endsAt: Date): number =>
  Math.max(
    1,
    Math.min(SESSION_IDLE_SECONDS.site, Math.floor((endsAt.getTime() - Date.now()) / 1_000)),
  );

async function authenticateByCookie(c: ApiContext, kind: SessionKind): Promise<Actor | null> {
  const { db, env } = c.var.deps;
  const token = getSessionCookie(c, env, kind);
  const liveSession =
    token === undefined
      ? undefined
      : await lookUpCredential(c, token, () => readSession(db, token, kind));
  if (token === undefined || !liveSession) {
    clearSessionCookies(c, env, kind);
    return null;
  }
  if (liveSession.stale) {
    runInBackground(c, renewSession(db, token));
    if (kind === 'site')
      extendSessionCookies(c, env, kind, token, getSecondsLeft(liveSession.endsAt));
  } else {
    restoreSessionCookies(c, env, kind, token);
  }
  return liveSession.actor;
}
