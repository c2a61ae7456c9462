/** Escapes a text for LIKE, so that it matches itself only. */
export const escapeLikePattern = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A LIKE pattern that matches any text that contains this one. */
export const toLikePattern = (text: string): string => `%${escapeLikePattern(text)}%`;
