import { type BrandColours, toShades } from '#contracts/brand-colours.ts';
import { escapeAttribute, escapeHtml } from '#contracts/escape-html.ts';
import type { Lang } from '#contracts/language.ts';
import type { ItemText } from '../describe-item.ts';

/*
 * Layout of emails: one column for phones, light and dark, no pictures, readable without styles.
 * Latin fonts come first: Chinese ones draw quotes as wide as a character.
 */

export interface LetterBlock extends Omit<ItemText, 'path'> {
  link: string;
  /** The link's text if there is no title. */
  action: string;
}

export interface MailPage {
  lang: Lang;
  site: string;
  /** The brand's colours; undefined for the defaults. */
  colours: BrandColours | undefined;
  siteUrl: string;
  subject: string;
  hello: string;
  lead: string;
  blocks: readonly LetterBlock[];
  rest: string;
  /** Why the receiver gets it. */
  reason: string;
  links: readonly { label: string; link: string }[];
}

const LINK_COLOURS: BrandColours = { light: '#005fc4', dark: '#6db5ff' };
const toLinkColours = (colours: BrandColours | undefined): BrandColours =>
  colours
    ? { light: toShades(colours.light, 'light').link, dark: toShades(colours.dark, 'dark').link }
    : LINK_COLOURS;

const toLetterColours = (link: BrandColours): string => `
  body{background:#fff;color:#12161c}
  a{color:${link.light}}
  .quiet{color:#465060}
  .block,.foot{border-color:#c9d0d9}
  @media (prefers-color-scheme:dark){
    body{background:#111418!important;color:#e3e7ed!important}
    a{color:${link.dark}!important}
    .quiet{color:#b0b8c4!important}
    .block,.foot{border-color:#3b434e!important}
  }`;
const toLetterStyles = (link: BrandColours): string => `
  :root{color-scheme:light dark;supported-color-schemes:light dark}
  body{margin:0;padding:0;font:16px/1.5 -apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans","DejaVu Sans",Arial,"PingFang SC","Noto Sans CJK SC","Microsoft YaHei",sans-serif}
  .page{max-width:600px;margin:0 auto;padding:24px 16px;overflow-wrap:anywhere}
  h1{margin:0 0 16px;font-size:20px;line-height:1.3}
  p{margin:0 0 8px}
  .block{padding:16px 0;border-top:1px solid}
  .title{font-weight:600}
  .foot{margin-top:16px;padding-top:16px;border-top:1px solid;font-size:14px}
  .foot a{display:inline-block;min-height:24px;margin:0 16px 0 0}${toLetterColours(link)}`;

function blockHtml({ lead, title, mark, text, link, action }: LetterBlock): string {
  const anchor = `<a class="title" href="${escapeAttribute(link)}">${escapeHtml(title || action)}</a>`;
  return `<div class="block">
<p class="quiet">${escapeHtml(lead)}</p>
<p>${anchor}${mark ? ` <span class="quiet">${escapeHtml(mark)}</span>` : ''}</p>
${text ? `<p>${escapeHtml(text)}</p>\n` : ''}</div>`;
}

const paragraph = (text: string): string => (text ? `<p>${escapeHtml(text)}</p>\n` : '');

export function renderHtml(page: MailPage): string {
  const links = page.links
    .map(({ label, link }) => `<a href="${escapeAttribute(link)}">${escapeHtml(label)}</a>`)
    .join('\n');
  return `<!doctype html>
<html lang="${page.lang === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(page.subject)}</title>
<style>${toLetterStyles(toLinkColours(page.colours))}
</style>
</head>
<body>
<main class="page">
<p><a href="${escapeAttribute(page.siteUrl)}">${escapeHtml(page.site)}</a></p>
<h1>${escapeHtml(page.subject)}</h1>
${paragraph(page.hello)}${paragraph(page.lead)}${page.blocks.map(blockHtml).join('\n')}
${paragraph(page.rest)}<div class="foot quiet">
<p>${escapeHtml(page.reason)}</p>
<p>${links}</p>
</div>
</main>
</body>
</html>
`;
}

const blockText = ({ lead, title, mark, text, link }: LetterBlock): string =>
  [lead, [title, mark].filter(Boolean).join(' '), text, link].filter(Boolean).join('\n');

/** The text alternative. */
export const renderText = (page: MailPage): string =>
  `${[
    page.hello,
    page.lead,
    ...page.blocks.map(blockText),
    page.rest,
    // The signature delimiter of emails.
    `-- \n${page.reason}\n${page.links.map(({ label, link }) => `${label}: ${link}`).join('\n')}`,
  ]
    .filter(Boolean)
    .join('\n\n')}\n`;
