import type { AuthorHoldReason } from '#contracts/hold-reasons.ts';
import type { SanitizedMessage } from './sanitize.ts';

/** Reasons for a review other than words: an unsolved captcha, a newcomer's links. */
type GateHoldReason = Exclude<AuthorHoldReason, 'words'>;

/** Checks that can stop an author from writing. */
export interface WritingGate {
  /** Runs before any work. Throws whatever the message says, such as a required captcha. */
  enter(): Promise<void>;
  /** Runs before a message is stored. Returns why it requires a review; throws if it is refused. */
  pass(message: Pick<SanitizedMessage, 'links' | 'mentions'>): Promise<GateHoldReason | undefined>;
}
