import type { ContentState } from '#domain/thread/state.ts';

/** The verb that leads to each state, as the action log and the API's addresses have it. */
export const VERB_OF_STATE: Record<ContentState, string> = {
  normal: 'restore',
  hidden: 'hide',
  deleted: 'delete',
};
