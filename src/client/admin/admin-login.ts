import { adminLoginPath } from '#contracts/paths.ts';

/** The admin area has its own session. */
export const isAdminCall = (address: string): boolean =>
  /^\/(?:admin\/admin\/api|api\/v2\/admin)\//.test(address);

let isLeaving = false;

/** Redirects to the admin login, which returns here (R19); once, even if many calls fail. */
export function redirectToAdminLogin(fresh: boolean): void {
  if (isLeaving) return;
  isLeaving = true;
  // A page from the back-forward cache may have to redirect again.
  addEventListener('pageshow', () => (isLeaving = false), { once: true });
  location.assign(adminLoginPath(location.origin, location.href, fresh));
}
