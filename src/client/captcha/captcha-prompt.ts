import { atom } from 'nanostores';
import type { CaptchaKind } from '#contracts/captcha-rules.ts';
import type { Puzzle } from '#contracts/wire/captcha.ts';
import type { Failure } from '../core/failure.ts';

/** The user closed the captcha: the call isn't made, and nothing is lost. */
export class CaptchaClosed extends Error {
  override name = 'CaptchaClosed';
  readonly code = 'captcha-close';

  constructor() {
    super('captcha-close');
  }
}

/** The captcha that is shown. */
export interface CaptchaPrompt {
  kind: CaptchaKind;
  /** The built-in captcha: it offers a proof of work to those who can't use a slider. */
  isBuiltin: boolean;
  /** The picture; undefined while it is loading. */
  puzzle: Puzzle | undefined;
  /** Why another picture couldn't be loaded. */
  failure: Failure | undefined;
  /** Loads another picture. */
  refresh(): Promise<void>;
  solved(validate: string): void;
  close(): void;
  /** The dialog itself couldn't be loaded. */
  fail(cause: unknown): void;
}

/** The captcha that islands/captcha shows; undefined for none. */
export const $captcha = atom<CaptchaPrompt | undefined>(undefined);
