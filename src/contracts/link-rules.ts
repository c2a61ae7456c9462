/**
 * Whether a text is a page of this site or an address of the web; nothing that runs, and nothing
 * that only looks like this site.
 */
export const isLink = (text: string): boolean =>
  /^\/(?![/\\])[^\s\\]*$/.test(text) ||
  (/^https?:\/\//i.test(text) && !/[\s\\]/.test(text) && URL.canParse(text));

/** The address of a picture that was uploaded here. */
export const isUpload = (text: string): boolean => /^\/uploads\/[\w/.-]+$/.test(text);

/** A name with at least two labels: a top-level domain alone would let half of the web in. */
export const isHost = (text: string): boolean =>
  text.length <= 253 &&
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/.test(text);

export const MAX_LINK_CHARACTERS = 500;
