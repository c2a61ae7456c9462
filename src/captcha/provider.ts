import type { CaptchaKind } from '#contracts/captcha-rules.ts';

/** What a browser sends to show that a person has solved a captcha. */
export interface CaptchaInput {
  /** Which captcha: the popup one for posting or the bound one for search (R32). */
  kind: CaptchaKind;
  /** What the captcha's script handed over. */
  validate: string;
  /** Who sends it: a session or an address. Solutions of others count for nothing. */
  owner: string;
  /** The caller's key for a provider's service; nothing personal. */
  user: string;
}

/** `unknown`: the provider's service didn't answer. */
export type CaptchaVerdict = 'solved' | 'refused' | 'unknown';

/** A provider of captchas: our own slider or a service. */
export interface CaptchaProvider {
  provider: 'builtin' | 'yidun';
  /** Public ids. */
  ids: Readonly<Record<CaptchaKind, string>>;
  /** Addresses of the captcha's script or pictures, in the order of trying. */
  servers: readonly string[];
  /** Whether it was solved, lately and not used before. */
  verify(input: CaptchaInput): Promise<CaptchaVerdict>;
}
