/**
 * A text as a part of a regular expression that matches exactly it, also with the flags `u` and
 * `v`: those refuse escapes that mean nothing, such as `\-`. RegExp.escape does the same but is
 * missing in browsers before Chrome 136, Firefox 134 and Safari 18.2. The result must not stand
 * inside of brackets, where more characters mean something.
 */
export const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
