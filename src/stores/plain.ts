const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] as string);

/** An address in a text; signs at its end belong to the sentence. */
const ADDRESS =
  /\bhttps?:\/\/[^\s<>"'，。；！？、（）「」《》]+[^\s<>"'，。；！？、（）「」《》.,;:!?)\]}]/giu;

function linked(text: string): string {
  let made = '';
  let at = 0;
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    made += `${escaped(text.slice(at, index))}<a href="${escaped(address)}">${escaped(address)}</a>`;
    at = index + address.length;
  }
  return made + escaped(text.slice(at));
}

/** Plain text as the HTML that shows it: paragraphs, lines, and addresses that can be followed. */
export const plainToHtml = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .trim()
    .split(/\n{2,}/)
    .filter(Boolean)
    .map((paragraph) => `<p>${paragraph.split('\n').map(linked).join('<br>')}</p>`)
    .join('');
