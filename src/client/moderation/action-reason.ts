/** The reason of an action, and whether authors are notified. */
export interface ActionReason {
  note: string;
  notify: boolean;
}

/** A moderator's reason as calls send it; nothing for authors, who give none. */
export const reasonFields = (reason: ActionReason | undefined) =>
  reason ? { note: reason.note, is_notify: reason.notify ? 1 : 0 } : {};
