import { showToast } from '#client/core/toasts.ts';
import type { LoadedComment } from '#client/thread/comment-from-wire.ts';
import { whyHeld } from '../components/why-held.ts';
import type { TextsValue } from '../hooks/use-texts.ts';

/** Notifies the author if a comment is pending review, with the reason. */
export function showIfHeld(t: TextsValue['t'], { checked, holdReason }: LoadedComment): void {
  if (!checked) showToast({ key: 'comment.heldTip', values: { why: whyHeld(t, holdReason) } });
}
