/** A text as a pattern of LIKE that matches exactly this text. */
export const escapeLikePattern = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A pattern of LIKE with the text anywhere in what it matches. */
export const toLikePattern = (text: string): string => `%${escapeLikePattern(text)}%`;
