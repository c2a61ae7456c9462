import { useStore } from '@nanostores/react';
import { $account } from '#client/account/account.ts';
import { hasMemberCookie } from '#client/core/page-info.ts';
import { type LoginPurpose, showLoginToast } from '#client/core/toasts.ts';
import {
  $reactions,
  type Reaction,
  type ReactionState,
  reactionKey,
  toggleReaction,
} from '#client/thread/reactions.ts';

/** Whether the reader is logged in; asks a visitor to log in. */
export function ensureLoggedIn(purpose: LoginPurpose): boolean {
  if ($account.get() !== null && hasMemberCookie()) return true;
  showLoginToast(purpose);
  return false;
}

/** The state of a like or favourite, and the function that toggles it. */
export function useReaction(reaction: Reaction, id: number): ReactionState & { press(): void } {
  const key = reactionKey(reaction, id);
  const marks = useStore($reactions, { keys: [key] });
  return {
    ...(marks[key] ?? { on: false, count: 0 }),
    press: () =>
      void (
        ensureLoggedIn(/^like-/.test(reaction) ? 'like' : 'favourite') &&
        toggleReaction(reaction, id)
      ),
  };
}
