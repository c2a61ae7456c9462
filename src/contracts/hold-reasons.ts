/* Why content is pending review. */

/** Reasons that the author sees. */
export const AUTHOR_HOLD_REASONS = ['words', 'captcha', 'newcomer'] as const;
export type AuthorHoldReason = (typeof AUTHOR_HOLD_REASONS)[number];

/** Reasons in moderators' filters; `edit`: words added by an edit. */
export const HOLD_REASONS = ['words', 'edit', 'captcha', 'newcomer'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];
