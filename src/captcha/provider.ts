import type { CaptchaKind } from '#contracts/captcha-rules.ts';

export interface CaptchaInput {
  /** The popup captcha for posting or the bound one for search (R32). */
  kind: CaptchaKind;
  /** The value from the captcha's script. */
  validate: string;
  /** The session or address that sends it; it must own the solution. */
  owner: string;
  /** The caller's pseudonymous key for an external service. */
  user: string;
}

/** `unknown`: the provider's service didn't answer. */
export type CaptchaVerdict = 'solved' | 'refused' | 'unknown';

export interface CaptchaProvider {
  provider: 'builtin' | 'yidun';
  ids: Readonly<Record<CaptchaKind, string>>;
  /** Addresses of the captcha's script or pictures, in the order of trying. */
  servers: readonly string[];
  /** Whether it was solved recently and not used before. */
  verify(input: CaptchaInput): Promise<CaptchaVerdict>;
}
