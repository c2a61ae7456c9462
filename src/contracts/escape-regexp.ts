/**
 * Escapes a text for a regular expression, also with the flags `u` and `v`, which refuse `\-`.
 * RegExp.escape is missing before Chrome 136, Firefox 134 and Safari 18.2. Don't use the result
 * within brackets.
 */
export const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
