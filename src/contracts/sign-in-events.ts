/** again: re-authenticated; ended: by the user, from another browser. */
export const SIGN_IN_EVENTS = ['login', 'again', 'logout', 'ended', 'refused'] as const;
export type SignInEvent = (typeof SIGN_IN_EVENTS)[number];

/**
 * Why a login was refused. attempt: another browser, or no cookies; expired: too late; used:
 * already finished; clock: differs from the provider's; provider: invalid answer; person: unknown;
 * rank: no administrator.
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
