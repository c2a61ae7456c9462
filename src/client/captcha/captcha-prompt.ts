import { atom } from 'nanostores';
import type { CaptchaKind } from '#contracts/captcha-rules.ts';
import type { Puzzle } from '#contracts/wire/captcha.ts';
import type { Failure } from '../core/failure.ts';

/** The user closed the captcha, so the call isn't made. */
export class CaptchaClosed extends Error {
  override name = 'CaptchaClosed';
  readonly code = 'captcha-close';

  constructor() {
    super('captcha-close');
  }
}

export interface CaptchaPrompt {
  kind: CaptchaKind;
  /** The built-in captcha offers a proof of work to users who can't use a slider. */
  isBuiltin: boolean;
  /** Undefined while the picture is loading. */
  puzzle: Puzzle | undefined;
  /** Why another picture couldn't be loaded. */
  failure: Failure | undefined;
  refresh(): Promise<void>;
  solved(validate: string): void;
  close(): void;
  fail(cause: unknown): void;
}

/** The captcha that islands/captcha shows, if any. */
export const $captcha = atom<CaptchaPrompt | undefined>(undefined);
