/** Text as the HTML of an element that shows it; not for attributes, whose quotes it keeps. */
export const escapeHtml = (text: string): string =>
  /[&<>]/.test(text)
    ? text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
    : text;

/** The same for attributes too. */
export const escapeAttribute = (text: string): string =>
  escapeHtml(text).replaceAll('"', '&quot;').replaceAll("'", '&#39;');
