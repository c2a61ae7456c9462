/**
 * What happens to logins: somebody logs in, proves anew who they are, logs out, ends logins
 * elsewhere, or is refused. `ended`: from another browser of theirs. What administrators end is in
 * the action log.
 */
export const SIGN_IN_EVENTS = ['login', 'again', 'logout', 'ended', 'refused'] as const;
export type SignInEvent = (typeof SIGN_IN_EVENTS)[number];

/**
 * Why a login was refused. attempt: of another browser, finished before, or left too long;
 * provider: its answer didn't hold; person: nobody here; rank: no administrator.
 */
export const SIGN_IN_REFUSALS = ['attempt', 'provider', 'person', 'rank'] as const;
export type SignInRefusal = (typeof SIGN_IN_REFUSALS)[number];
