import { adminLoginPath } from '#contracts/admin.ts';

/** Calls of the admin area, which has a session of its own. */
export const isAdminCall = (address: string): boolean =>
  /^\/(?:admin\/admin\/api|api\/v2\/admin)\//.test(address);

let isLeaving = false;

/**
 * Sends the browser to the login of the admin area, and from there back to this page (R19); once,
 * however many calls fail.
 */
export function redirectToAdminLogin(fresh: boolean): void {
  if (isLeaving) return;
  isLeaving = true;
  // A page that comes back from the browser's memory may have to go there again.
  addEventListener('pageshow', () => (isLeaving = false), { once: true });
  location.assign(adminLoginPath(location.origin, location.href, fresh));
}
