import type { AuthorHoldReason } from '#contracts/hold-reasons.ts';
import type { TextsValue } from '../hooks/use-texts.ts';

/** The value of `{{why}}` in a text about held content; '' if the reason is unknown. */
export const whyHeld = (t: TextsValue['t'], reason: AuthorHoldReason | undefined): string =>
  reason ? t(`held.${reason}`) : '';
