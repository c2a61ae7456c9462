import type { ActionName } from '#contracts/moderation-actions.ts';
import type { ContentState } from '#domain/thread/state.ts';

/** The verb that leads to each state, as the action log and the API's addresses have it. */
export const VERB_OF_STATE = {
  normal: 'restore',
  hidden: 'hide',
  deleted: 'delete',
} as const satisfies Record<ContentState, ActionName>;
