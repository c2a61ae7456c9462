import { AppError } from '#contracts/errors.ts';
import { type Actor, isGlobalModerator, type Scope } from './actor.ts';

/** The caller of a request. Throws `unauthenticated` for a visitor. */
export function requireActor(c: { var: { actor: Actor | null } }): Actor {
  if (!c.var.actor) throw new AppError('unauthenticated');
  return c.var.actor;
}

/**
 * Throws `forbidden` when the caller came by a token that was not made for this (R43); a browser
 * session may all.
 */
export function requireScope(actor: Actor, scope: Scope): void {
  if (!actor.scopes.includes(scope)) throw new AppError('forbidden');
}

/**
 * The caller, when it is somebody who may enter the admin area (R20). Throws unauthenticated,
 * forbidden.
 */
export function requireAdministrator(c: { var: { actor: Actor | null } }): Actor {
  const actor = requireActor(c);
  if (!isGlobalModerator(actor)) throw new AppError('forbidden');
  return actor;
}

/** Seconds for which a login counts as fresh. */
export const FRESH_LOGIN_SECONDS = 600;

/**
 * The time of a login whose provider doesn't say when the person logged in: it may have been the
 * provider's own old session.
 */
export const UNPROVEN_LOGIN = new Date(0);

/**
 * The time until which the caller's login counts as fresh; null when it never does, as its provider
 * doesn't prove it.
 */
export const getFreshUntil = ({ authenticatedAt = new Date(1) }: Actor): Date | null =>
  authenticatedAt.getTime() === UNPROVEN_LOGIN.getTime()
    ? null
    : new Date(authenticatedAt.getTime() + FRESH_LOGIN_SECONDS * 1_000);

/** Why a login isn't one of the last ten minutes; undefined when it is. */
export function getFreshnessRefusal(actor: Actor): 'loginAgain' | 'loginUnproven' | undefined {
  const until = getFreshUntil(actor);
  if (!until) return 'loginUnproven';
  return until.getTime() >= Date.now() ? undefined : 'loginAgain';
}
export const isLoginFresh = (actor: Actor): boolean => getFreshnessRefusal(actor) === undefined;

/**
 * Throws `loginAgain` unless the caller has logged in within the last ten minutes: for what hands
 * out rights, so that a browser left open, or a session that was stolen, can't. `loginUnproven`
 * where logging in again wouldn't help.
 */
export function requireFreshLogin(actor: Actor): void {
  const refusal = getFreshnessRefusal(actor);
  if (refusal) throw new AppError(refusal);
}
