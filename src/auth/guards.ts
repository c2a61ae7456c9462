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

/** The time until which the caller's login counts as fresh; undefined for tokens. */
export const getFreshUntil = ({ authenticatedAt }: Actor): Date =>
  new Date((authenticatedAt?.getTime() ?? 0) + FRESH_LOGIN_SECONDS * 1_000);
export const isLoginFresh = (actor: Actor): boolean => getFreshUntil(actor).getTime() >= Date.now();

/**
 * Throws `loginAgain` unless the caller has logged in within the last ten minutes: for what hands
 * out rights, so that a browser left open, or a session that was stolen, can't.
 */
export function requireFreshLogin(actor: Actor): void {
  if (!isLoginFresh(actor)) throw new AppError('loginAgain');
}
