import type { SanitizedMessage } from './sanitize.ts';

/**
 * Why something waits for a moderator whatever its words are: a captcha that was passed without
 * being solved, a newcomer's links.
 */
export type HoldReason = 'captcha' | 'newcomer';

/**
 * Asked before a message is written, with the addresses that it leads away from the site to and the
 * people whom its sanitized text names: why it is to wait for a moderator, if it is. Throws what
 * keeps it from being written, such as a captcha that has to be solved first.
 */
export type WritingGate = (
  message: Pick<SanitizedMessage, 'links' | 'mentions'>,
) => Promise<HoldReason | undefined>;
