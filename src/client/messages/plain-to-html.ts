import { escapeAttribute, escapeHtml } from '#contracts/escape-html.ts';
import { findLinks } from '#contracts/find-links.ts';

function linkAddresses(line: string): string {
  let html = '';
  let at = 0;
  for (const { from, to, href } of findLinks(line)) {
    const link = `<a href="${escapeAttribute(href)}">${escapeHtml(line.slice(from, to))}</a>`;
    html += escapeHtml(line.slice(at, from)) + link;
    at = to;
  }
  return html + escapeHtml(line.slice(at));
}

/** Adds paragraphs, line breaks and links. */
export const plainToHtml = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .trim()
    .split(/\n{2,}/)
    .filter(Boolean)
    .map((paragraph) => `<p>${paragraph.split('\n').map(linkAddresses).join('<br>')}</p>`)
    .join('');
