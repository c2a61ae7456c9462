import { atom } from 'nanostores';
import type { ActionRequest } from '#client/moderation/actions.ts';
import type { WarningTarget } from '#client/moderation/warnings-and-bans.ts';

export interface BanDialogRequest {
  userId: number;
  /** The action whose menu opened the dialog. */
  from?: ActionRequest | undefined;
}

/** The open dialog before an action; one at a time. */
export type DialogRequest =
  | { order: ActionRequest }
  | { warn: WarningTarget }
  | { ban: BanDialogRequest };

export const $dialog = atom<DialogRequest | undefined>(undefined);

export const closeDialog = (): void => $dialog.set(undefined);
