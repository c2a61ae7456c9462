/** A text as a pattern of LIKE that matches exactly this text. */
export const escapeLikePattern = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
