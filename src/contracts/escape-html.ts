/** For element content, not attributes: it doesn't escape quotes. */
export const escapeHtml = (text: string): string =>
  /[&<>]/.test(text)
    ? text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
    : text;

/** Also for attributes. */
export const escapeAttribute = (text: string): string =>
  escapeHtml(text).replaceAll('"', '&quot;').replaceAll("'", '&#39;');
