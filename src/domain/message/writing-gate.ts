import type { AuthorHoldReason } from '#contracts/hold-reasons.ts';
import type { SanitizedMessage } from './sanitize.ts';

/**
 * Why something waits for a moderator whatever its words are: a captcha that was passed without
 * being solved, a newcomer's links.
 */
type GateHoldReason = Exclude<AuthorHoldReason, 'words'>;

/** What keeps somebody from writing, whoever asks it. */
export interface WritingGate {
  /**
   * Asked before anything is done with a message. Throws what keeps its author from writing
   * whatever it says, such as a captcha that has to be solved first.
   */
  enter(): Promise<void>;
  /**
   * Asked before a message is stored, with the addresses that it leads away from the site to and
   * the people whom its sanitized text names: why it is to wait for a moderator, if it is. Throws
   * what keeps it from being written because of these.
   */
  pass(message: Pick<SanitizedMessage, 'links' | 'mentions'>): Promise<GateHoldReason | undefined>;
}
