/** Removes spaces after full-width signs, left when paragraphs were joined into one line. */
export const closeGaps = (text: string): string =>
  text.replace(/(?<=[。，、：；！？）】」』》]) /gu, '');
