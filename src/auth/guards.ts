import { AppError } from '#contracts/errors.ts';
import { type Actor, isGlobalModerator, type Scope } from './actor.ts';

/** The caller of a request. Throws `unauthenticated` for a visitor. */
export function requireActor(c: { var: { actor: Actor | null } }): Actor {
  if (!c.var.actor) throw new AppError('unauthenticated');
  return c.var.actor;
}

/** Throws `forbidden` if a token lacks the scope (R43); browser sessions have all scopes. */
export function requireScope(actor: Actor, scope: Scope): void {
  if (!actor.scopes.includes(scope)) throw new AppError('forbidden');
}

/** The caller, if they are an administrator (R20). Throws unauthenticated, forbidden. */
export function requireAdministrator(c: { var: { actor: Actor | null } }): Actor {
  const actor = requireActor(c);
  if (!isGlobalModerator(actor)) throw new AppError('forbidden');
  return actor;
}

export const FRESH_LOGIN_SECONDS = 600;

/** The login time if the provider doesn't prove one: its own session may have been old. */
export const UNPROVEN_LOGIN = new Date(0);

/** Time until which the caller's login is fresh; null if the provider doesn't prove login times. */
export const getFreshUntil = ({ authenticatedAt = new Date(1) }: Actor): Date | null =>
  authenticatedAt.getTime() === UNPROVEN_LOGIN.getTime()
    ? null
    : new Date(authenticatedAt.getTime() + FRESH_LOGIN_SECONDS * 1_000);

/** Why a login isn't fresh; undefined if it is. */
export function getFreshnessRefusal(actor: Actor): 'loginAgain' | 'loginUnproven' | undefined {
  const until = getFreshUntil(actor);
  if (!until) return 'loginUnproven';
  return until.getTime() >= Date.now() ? undefined : 'loginAgain';
}
export const isLoginFresh = (actor: Actor): boolean => getFreshnessRefusal(actor) === undefined;

/**
 * Throws `loginAgain` without a login in the last ten minutes, so that a stolen session can't grant
 * rights. Throws `loginUnproven` if logging in again wouldn't help.
 */
export function requireFreshLogin(actor: Actor): void {
  const refusal = getFreshnessRefusal(actor);
  if (refusal) throw new AppError(refusal);
}
