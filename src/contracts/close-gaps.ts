/**
 * A text in one line without the spaces where its paragraphs ended, if they ended with a full-width
 * sign: that has its room already.
 */
export const closeGaps = (text: string): string =>
  text.replace(/(?<=[。，、：；！？）】」』》]) /gu, '');
