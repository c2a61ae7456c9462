/** Characters of an address at most (RFC 5321). */
export const MAX_MAIL_ADDRESS = 254;

/**
 * An address alone, without a name and without what headers give a meaning. Quoted local parts,
 * which nobody has, are refused.
 */
export const MAIL_ADDRESS = /^[^\s@<>"(),:;[\\\]]{1,64}@[^\s@<>"(),:;[\\\]]{1,189}$/;

export const isMailAddress = (text: string): boolean => MAIL_ADDRESS.test(text);
