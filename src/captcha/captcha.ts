/** What a browser sends to show that a person has solved a captcha. */
export interface CaptchaInput {
  /** Which captcha: the popup one for posting or the bound one for search (R32). */
  id: string;
  /** What the captcha's script handed over. */
  validate: string;
  ip: string;
}

/** Whoever judges captchas: our own slider or a provider's service. */
export interface Captcha {
  /** Whether it was solved, lately and not used before. */
  verify(input: CaptchaInput): Promise<boolean>;
}
