import { atom } from 'nanostores';
import type { AdminMeWire } from '#contracts/wire/admin-me.ts';
import { call } from '../core/api.ts';

/** The current administrator, and the counts of what waits. */
export const $currentAdmin = atom<AdminMeWire | undefined>(undefined);

/** Milliseconds between polls of the counts while the page is visible. */
const COUNTS_POLL_MS = 60_000;

/**
 * Loads the current administrator. Throws Failure; without a session it redirects to the login,
 * too.
 */
export async function loadCurrentAdmin(): Promise<AdminMeWire> {
  const me = await call('GET /v2/admin/me');
  $currentAdmin.set(me);
  return me;
}

/**
 * Loads the counts of the sidebar again after something has changed them. After a failure the next
 * poll does.
 */
export const refreshCounts = (): void => void loadCurrentAdmin().catch(() => {});

export function pollCounts(): void {
  setInterval(() => document.visibilityState === 'visible' && refreshCounts(), COUNTS_POLL_MS);
}
