import { atom } from 'nanostores';
import type { AdminMeWire } from '#contracts/wire/admin-me.ts';
import { call } from '../client/api.ts';

/** Who is in the admin area, and what waits for somebody. */
export const $currentAdmin = atom<AdminMeWire | undefined>(undefined);

/** Milliseconds between looks at what waits, while somebody looks at the page. */
const COUNTS_POLL_MS = 60_000;

/** Throws Failure; without a session the browser is on its way to the login by then. */
export async function loadCurrentAdmin(): Promise<AdminMeWire> {
  const me = await call<AdminMeWire>('/v2/admin/me');
  $currentAdmin.set(me);
  return me;
}

/**
 * The numbers at the rail, asked for again after something changed them. A failed look is made up
 * for by the next.
 */
export const refreshCounts = (): void => void loadCurrentAdmin().catch(() => {});

export function pollCounts(): void {
  setInterval(() => document.visibilityState === 'visible' && refreshCounts(), COUNTS_POLL_MS);
}
