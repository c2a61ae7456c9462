import { atom } from 'nanostores';
import type { ActionRequest } from '#stores/moderation/actions.ts';
import type { WarningTarget } from '#stores/moderation/warnings-and-bans.ts';

/** What a moderator is asked before something is done; one dialog at a time. */
export type DialogRequest =
  | { order: ActionRequest }
  | { warn: WarningTarget }
  | { ban: { userId: number /** From which it is opened. */; from?: ActionRequest | undefined } };

export const $dialog = atom<DialogRequest | undefined>(undefined);

/** Fetched when a menu opens, so that its dialog follows at once. */
export const loadDialogs = () => import('./ModerationDialogs.tsx');

export const closeDialog = (): void => $dialog.set(undefined);
