import { useStore } from '@nanostores/react';
import { $account } from '#stores/account/account.ts';
import { hasMemberCookie } from '#stores/client/page-info.ts';
import { type LoginPurpose, showLoginToast } from '#stores/client/toasts.ts';
import {
  $reactions,
  type Reaction,
  type ReactionState,
  reactionKey,
  toggleReaction,
} from '#stores/thread/reactions.ts';

/** Whether the reader may do something; asks a visitor to log in for it. */
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
