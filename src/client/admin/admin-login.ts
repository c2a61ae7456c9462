import { adminLoginPath } from '#contracts/paths.ts';

/** Whether a call belongs to the admin area, which has a session of its own. */
export const isAdminCall = (address: string): boolean =>
  /^\/(?:admin\/admin\/api|api\/v2\/admin)\//.test(address);

let isLeaving = false;

/**
 * Redirects to the login of the admin area, which returns to this page (R19); once, however many
 * calls fail.
 */
export function redirectToAdminLogin(fresh: boolean): void {
  if (isLeaving) return;
  isLeaving = true;
  // A page that is restored from the back-forward cache may have to redirect again.
  addEventListener('pageshow', () => (isLeaving = false), { once: true });
  location.assign(adminLoginPath(location.origin, location.href, fresh));
}
