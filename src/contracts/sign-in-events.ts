/**
 * What happens to logins: somebody logs in, proves anew who they are, logs out, ends logins
 * elsewhere, or is refused. `ended`: from another browser of theirs. What administrators end is in
 * the action log.
 */
export const SIGN_IN_EVENTS = ['login', 'again', 'logout', 'ended', 'refused'] as const;
export type SignInEvent = (typeof SIGN_IN_EVENTS)[number];

/**
 * Why a login was refused. attempt: of another browser, or without cookies; expired: left too long;
 * used: finished before; clock: the provider's differs too much; provider: its answer didn't hold;
 * person: nobody here; rank: no administrator.
 */
export const SIGN_IN_REFUSALS = [
  'attempt',
  'expired',
  'used',
  'clock',
  'provider',
  'person',
  'rank',
] as const;
export type SignInRefusal = (typeof SIGN_IN_REFUSALS)[number];
