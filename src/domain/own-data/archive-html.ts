import { toAbsoluteAddresses } from '#contracts/absolute-addresses.ts';
import { escapeAttribute, escapeHtml } from '#contracts/escape-html.ts';
import type { Lang } from '#contracts/language.ts';
import type { ArchiveRow, RowBatches } from './archive-rows.ts';
import en from './archive-texts.en.json' with { type: 'json' };
import zh from './archive-texts.zh.json' with { type: 'json' };

/*
 * HTML pages without scripts. Their texts aren't in the dictionaries, because browsers load those.
 */

const ARCHIVE_TEXTS = { zh, en };
/** Label of a code name; the name itself if it has no label. */
const nameOf = (names: Readonly<Record<string, string>>, name: string): string =>
  Object.hasOwn(names, name) ? (names[name] as string) : name;

export interface ArchivePages {
  lang: Lang;
  siteUrl: string;
  timeZone: string;
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.7 system-ui, sans-serif }
body { max-width: 44em; margin: 0 auto; padding: 1.5em }
article { border-top: 1px solid #8886; padding: 1em 0; overflow-wrap: anywhere }
h1 { font-size: 1.5em } h2 { font-size: 1.1em }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1em; font-size: .875em; margin: 0 }
dt { opacity: .75 } dd { margin: 0; white-space: pre-wrap } img { max-width: 100%; height: auto }`;

const beginPage = (lang: Lang, title: string): string => `<!doctype html>
<html lang="${lang}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src http: https: data:">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
`;
const PAGE_END = '</main>\n';

const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function formatValue(name: string, value: unknown, pages: ArchivePages): string {
  if (typeof value === 'string' && ISO_TIME.test(value)) {
    const text = new Intl.DateTimeFormat(pages.lang, {
      dateStyle: 'medium',
      timeStyle: 'medium',
      timeZone: pages.timeZone,
    }).format(new Date(value));
    return `<time datetime="${value}">${escapeHtml(text)}</time>`;
  }
  if (name === 'thread_id') {
    const address = new URL(`/${pages.lang}/post/${value}`, pages.siteUrl).href;
    return `<a href="${escapeAttribute(address)}">${value}</a>`;
  }
  if (typeof value === 'object' && value !== null && 'nickname' in value && 'id' in value)
    return escapeHtml(`${value.nickname} (${value.id})`);
  if (Array.isArray(value)) return escapeHtml(value.join(', '));
  return escapeHtml(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

/** Not listed as fields: they are the text itself, or repeat it. */
const HIDDEN_FIELDS: ReadonlySet<string> = new Set(['html', 'source', 'body']);

function formatRow(row: ArchiveRow, part: string, pages: ArchivePages): string {
  const { fields } = ARCHIVE_TEXTS[pages.lang];
  const hasTitle = part !== 'profile' && typeof row.subject === 'string' && row.subject !== '';
  const shown = Object.entries(row).filter(
    ([name, value]) =>
      !HIDDEN_FIELDS.has(name) &&
      !(name === 'subject' && part !== 'profile') &&
      value !== null &&
      value !== '',
  );
  return [
    '<article>',
    hasTitle ? `<h2>${escapeHtml(String(row.subject))}</h2>` : '',
    typeof row.html === 'string'
      ? `<div>${toAbsoluteAddresses(row.html, pages.siteUrl)}</div>`
      : '',
    '<dl>',
    ...shown.map(
      ([name, value]) =>
        `<dt>${escapeHtml(nameOf(fields, name))}</dt><dd>${formatValue(name, value, pages)}</dd>`,
    ),
    '</dl>',
    '</article>\n',
  ].join('');
}

export async function* partPage(
  part: string,
  batches: RowBatches,
  pages: ArchivePages,
): AsyncGenerator<string> {
  const texts = ARCHIVE_TEXTS[pages.lang];
  let isEmpty = true;
  yield beginPage(pages.lang, nameOf(texts.parts, part));
  yield `<p><a href="index.html">${escapeHtml(texts.back)}</a></p>\n`;
  for await (const rows of batches) {
    isEmpty &&= rows.length === 0;
    yield rows.map((row) => formatRow(row, part, pages)).join('');
  }
  if (isEmpty) yield `<p>${escapeHtml(texts.empty)}</p>\n`;
  yield PAGE_END;
}

/** The first page, with the number of rows per part. */
export function indexPage(
  counts: ReadonlyMap<string, number>,
  madeAt: Date,
  pages: ArchivePages,
): string {
  const texts = ARCHIVE_TEXTS[pages.lang];
  const date = new Intl.DateTimeFormat(pages.lang, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: pages.timeZone,
  }).format(madeAt);
  const items = [...counts].map(
    ([name, count]) =>
      `<li><a href="${name}.html">${escapeHtml(nameOf(texts.parts, name))}</a> ${count} · <a href="${name}.json">JSON</a></li>`,
  );
  return [
    beginPage(pages.lang, texts.title),
    `<p>${escapeHtml(texts.lead.replace('{date}', date))}</p>\n`,
    `<h2>${escapeHtml(texts.contents)}</h2>\n<ul>\n${items.join('\n')}\n</ul>\n`,
    PAGE_END,
  ].join('');
}
