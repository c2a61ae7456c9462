import { atom } from 'nanostores';
import type { AdminMeWire } from '#contracts/wire/admin-me.ts';
import { call } from '../core/api.ts';

/** The current administrator and the counts of pending items. */
export const $currentAdmin = atom<AdminMeWire | undefined>(undefined);

const COUNTS_POLL_MS = 60_000;

/** Throws Failure; without a session it also redirects to the login. */
export async function loadCurrentAdmin(): Promise<AdminMeWire> {
  const me = await call('GET /v2/admin/me');
  $currentAdmin.set(me);
  return me;
}

/** Reloads the sidebar's counts after a change. After a failure the next poll does. */
export const refreshCounts = (): void => void loadCurrentAdmin().catch(() => {});

export function pollCounts(): void {
  setInterval(() => document.visibilityState === 'visible' && refreshCounts(), COUNTS_POLL_MS);
}
