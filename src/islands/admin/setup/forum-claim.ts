import { adminPath } from '#contracts/admin.ts';

/*
 * The secret of the first administrator: in the fragment of an address, and in session storage
 * during the login. Servers never receive it in an address.
 */

export interface ForumClaim {
  secret: string;
  hasLoggedIn: boolean;
}

const STORAGE_KEY = 'forum-claim';
const LOGGED_IN_MARK = 'login:';

/** The secret of the address (and removes it there), or of this tab. */
export function takeClaim(): ForumClaim | undefined {
  if (location.pathname !== adminPath('setup')) return undefined;
  const secret = /^#([\w-]{43})$/.exec(location.hash)?.[1];
  if (secret !== undefined) {
    history.replaceState(history.state, '', location.pathname + location.search);
    sessionStorage.setItem(STORAGE_KEY, secret);
    return { secret, hasLoggedIn: false };
  }
  const stored = sessionStorage.getItem(STORAGE_KEY);
  if (stored === null) return undefined;
  const hasLoggedIn = stored.startsWith(LOGGED_IN_MARK);
  return { secret: hasLoggedIn ? stored.slice(LOGGED_IN_MARK.length) : stored, hasLoggedIn };
}

export const forgetClaim = (): void => sessionStorage.removeItem(STORAGE_KEY);

/** Opens the login of the site, which returns to this page. */
export function beginClaimLogin({ secret }: ForumClaim): void {
  sessionStorage.setItem(STORAGE_KEY, LOGGED_IN_MARK + secret);
  const query = new URLSearchParams({ return_url: location.origin + adminPath('setup') });
  location.assign(`/api/v1/login?${query}`);
}
