import { atom } from 'nanostores';
import type { ActionRequest } from '#client/moderation/actions.ts';
import type { WarningTarget } from '#client/moderation/warnings-and-bans.ts';

export interface BanDialogRequest {
  userId: number;
  /** The action in whose menu the dialog was opened. */
  from?: ActionRequest | undefined;
}

/** The dialog that is open before an action is performed. Only one is open at a time. */
export type DialogRequest =
  | { order: ActionRequest }
  | { warn: WarningTarget }
  | { ban: BanDialogRequest };

export const $dialog = atom<DialogRequest | undefined>(undefined);

export const closeDialog = (): void => $dialog.set(undefined);
