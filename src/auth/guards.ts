import { AppError } from '#contracts/errors.ts';
import type { Actor, Scope } from './actor.ts';

/** The caller of a request. Throws `unauthenticated` for a visitor. */
export function requireActor(c: { var: { actor: Actor | null } }): Actor {
  if (!c.var.actor) throw new AppError('unauthenticated');
  return c.var.actor;
}

/** Throws `forbidden` when the caller came by a token that was not made for this (R43); a browser session may all. */
export function requireScope(actor: Actor, scope: Scope): void {
  if (!actor.scopes.includes(scope)) throw new AppError('forbidden');
}
