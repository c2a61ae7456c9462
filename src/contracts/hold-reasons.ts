/* Why content waits for a moderator's review. */

/** Reasons that its author is told. */
export const AUTHOR_HOLD_REASONS = ['words', 'captcha', 'newcomer'] as const;
export type AuthorHoldReason = (typeof AUTHOR_HOLD_REASONS)[number];

/** Reasons as moderators filter by them: `edit` stands for words that an edit brought in. */
export const HOLD_REASONS = ['words', 'edit', 'captcha', 'newcomer'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];
