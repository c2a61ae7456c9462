export interface ActionReason {
  note: string;
  notify: boolean;
}

/** A moderator's reason on the wire; empty for authors, who give none. */
export const reasonFields = (reason: ActionReason | undefined) =>
  reason ? { note: reason.note, is_notify: reason.notify ? 1 : 0 } : {};
