/** A path of this site or a web address, but no script and no look-alike of a path. */
export const isLink = (text: string): boolean =>
  /^\/(?![/\\])[^\s\\]*$/.test(text) ||
  (/^https?:\/\//i.test(text) && !/[\s\\]/.test(text) && URL.canParse(text));

/** A picture uploaded here. */
export const isUpload = (text: string): boolean => /^\/uploads\/[\w/.-]+$/.test(text);

export const MAX_HOST_CHARACTERS = 253;

/** A name with at least two labels: a bare top-level domain would allow too many hosts. */
export const isHost = (text: string): boolean =>
  text.length <= MAX_HOST_CHARACTERS &&
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/.test(text);

export const MAX_LINK_CHARACTERS = 500;
