const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ESCAPES.get(sign) as string);

/** A URL in a text; punctuation at its end belongs to the sentence. */
const URL_PATTERN =
  /\bhttps?:\/\/[^\s<>"'，。；！？、（）「」《》]+[^\s<>"'，。；！？、（）「」《》.,;:!?)\]}]/giu;

function linkUrls(text: string): string {
  let html = '';
  let at = 0;
  for (const { 0: address, index } of text.matchAll(URL_PATTERN)) {
    html += `${escapeHtml(text.slice(at, index))}<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`;
    at = index + address.length;
  }
  return html + escapeHtml(text.slice(at));
}

/** Converts plain text to HTML with paragraphs, line breaks and links. */
export const plainToHtml = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .trim()
    .split(/\n{2,}/)
    .filter(Boolean)
    .map((paragraph) => `<p>${paragraph.split('\n').map(linkUrls).join('<br>')}</p>`)
    .join('');
