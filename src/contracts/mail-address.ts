/** RFC 5321. */
export const MAX_MAIL_ADDRESS = 254;

/** Without a name or characters special in headers. Quoted local parts are refused. */
export const MAIL_ADDRESS = /^[^\s@<>"(),:;[\\\]]{1,64}@[^\s@<>"(),:;[\\\]]{1,189}$/;

export const isMailAddress = (text: string): boolean => MAIL_ADDRESS.test(text);
