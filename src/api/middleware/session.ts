import { createMiddleware } from 'hono/factory';
import type { Actor } from '#auth/actor.ts';
import {
  clearSessionCookies,
  extendSessionCookies,
  mendSessionCookies,
  sessionCookie,
} from '#auth/cookies.ts';
import { readSession, renewSession, type SessionKind } from '#auth/session.ts';
import { noteTokenUse, readToken } from '#auth/token.ts';
import { AppError } from '#contracts/errors.ts';
import { SESSION_IDLE_SECONDS } from '#contracts/limits.ts';
import type { ApiEnv, Ctx } from '../context.ts';
import { changesNothing } from './csrf.ts';
import { lookUp } from './dead-credentials.ts';

/** Other schemes are not ours: a site behind HTTP authentication sends Basic with every request. */
const BEARER = /^bearer(?: +(.*))?$/i;

/** Something that a request starts and nobody waits for. */
const aside = (c: Ctx, work: Promise<void>): void =>
  void work.catch((error: unknown) =>
    c.var.log.warn({ err: error }, 'could not note that a login was used'),
  );

/**
 * Fills `actor`: from a personal access token, else from the cookie of the area, else null.
 * A token that doesn't hold is `unauthenticated`, so that its owner notices; a cookie that doesn't
 * is taken from the browser.
 */
export const session = (kind: SessionKind = 'site') =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const bearer = BEARER.exec(c.req.header('authorization') ?? '');
    // programs have no business in the admin area
    if (bearer && kind === 'admin') throw new AppError('forbidden');
    c.set('actor', bearer ? await byToken(c, bearer[1]?.trim() ?? '') : await byCookie(c, kind));
    await next();
  });

async function byToken(c: Ctx, token: string): Promise<Actor> {
  const { db } = c.var.deps;
  const found = await lookUp(c, token, () => readToken(db, token));
  if (!found) throw new AppError('unauthenticated');
  if (found.stale) aside(c, noteTokenUse(db, found.id));
  // Handlers ask for the scope that they need; this holds where one forgets to.
  const { scopes } = found.actor;
  const fits = changesNothing(c.req.method)
    ? scopes.includes('read')
    : scopes.includes('write') || scopes.includes('moderate');
  if (!fits) throw new AppError('forbidden');
  return found.actor;
}

/** How long the cookies of a session that was used just now hold. */
const secondsLeft = (endsAt: Date): number =>
  Math.max(
    1,
    Math.min(SESSION_IDLE_SECONDS.site, Math.floor((endsAt.getTime() - Date.now()) / 1_000)),
  );

async function byCookie(c: Ctx, kind: SessionKind): Promise<Actor | null> {
  const { db, env } = c.var.deps;
  const token = sessionCookie(c, env, kind);
  const live =
    token === undefined ? undefined : await lookUp(c, token, () => readSession(db, token, kind));
  if (token === undefined || !live) {
    clearSessionCookies(c, env, kind);
    return null;
  }
  if (live.stale) {
    aside(c, renewSession(db, token));
    if (kind === 'site') extendSessionCookies(c, env, kind, token, secondsLeft(live.endsAt));
  } else {
    mendSessionCookies(c, env, kind, token);
  }
  return live.actor;
}
