import { atom } from 'nanostores';
import type { Order } from '#stores/moderation/acts.ts';
import type { Occasion } from '#stores/moderation/people.ts';

/** What a moderator is asked before something is done; one dialog at a time. */
export type Question =
  | { order: Order }
  | { warn: Occasion }
  | { ban: { userId: number /** From which it is opened. */; from?: Order | undefined } };

export const $asking = atom<Question | undefined>(undefined);

/** Fetched when a menu opens, so that its dialog follows at once. */
export const loadDialogs = () => import('./Dialogs.tsx');

export const stopAsking = (): void => $asking.set(undefined);
