import { toAbsoluteAddresses } from '#contracts/absolute-addresses.ts';
import type { Brand } from '#contracts/brand.ts';
import { escapeAttribute } from '#contracts/escape-html.ts';
import { htmlLang, type Lang, langOf, type ThreadLanguage } from '#contracts/language.ts';
import type { Feed } from '#contracts/page-model.ts';
import { atomPath, feedPath, forumPath, homePath, threadPath } from '#contracts/paths.ts';

export interface SiteFeed extends Feed {
  lang: Lang;
  site: string;
  brand: Brand;
}

// Characters that XML 1.0 can't contain.
const INVALID_XML_CHARACTERS = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;
const escapeXml = (text: string): string =>
  escapeAttribute(text.replace(INVALID_XML_CHARACTERS, ''));

const titleOf = ({ lang, brand, forum }: SiteFeed): string =>
  forum ? `${forum.name}${brand[lang].suffix}` : brand[lang].title;

export function renderRss(feed: SiteFeed): string {
  const { lang, site, forum, items } = feed;
  const home = site + (forum ? forumPath(lang, forum.id) : homePath(lang));
  const entries = items.map((one) => {
    const link = site + threadPath(langOf(one.language), one.id);
    return [
      `<item><title>${escapeXml(one.subject)}</title>`,
      `<link>${link}</link>`,
      `<guid isPermaLink="true">${link}</guid>`,
      `<dc:creator>${escapeXml(one.author)}</dc:creator>`,
      `<category>${escapeXml(lang === 'en' ? one.forumEn : one.forum)}</category>`,
      `<pubDate>${one.createdAt.toUTCString()}</pubDate>`,
      `<description>${escapeXml(toAbsoluteAddresses(one.html, link))}</description></item>`,
    ].join('');
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>${escapeXml(titleOf(feed))}</title><link>${home}</link><description>${escapeXml(feed.brand[lang].description)}</description><language>${htmlLang(lang)}</language><atom:link href="${site}${feedPath(lang, forum?.id)}" rel="self" type="application/rss+xml"/>
${entries.join('\n')}
</channel></rss>
`;
}

export function renderAtom(feed: SiteFeed): string {
  const { lang, site, items } = feed;
  const entries = items.map((one) => {
    const link = site + threadPath(langOf(one.language), one.id);
    return `<entry xml:lang="${htmlLang(langOf(one.language))}"><title>${escapeXml(one.subject)}</title><id>${link}</id><link href="${link}"/><author><name>${escapeXml(one.author)}</name></author><published>${one.createdAt.toISOString()}</published><updated>${one.updatedAt.toISOString()}</updated><content type="html">${escapeXml(toAbsoluteAddresses(one.html, link))}</content></entry>`;
  });
  const updated = items[0]?.updatedAt ?? new Date(0);
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${htmlLang(lang)}"><title>${escapeXml(titleOf(feed))}</title><id>${site}${homePath(lang)}</id><link href="${site}${homePath(lang)}"/><link href="${site}${atomPath(lang)}" rel="self"/><updated>${updated.toISOString()}</updated>
${entries.join('\n')}
</feed>
`;
}

const renderUrlset = (entries: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`;

export const renderSitemapIndex = (
  site: string,
  chunks: { chunk: number; changed: Date }[],
): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${[
    `<sitemap><loc>${site}/sitemap-lists.xml</loc></sitemap>`,
    ...chunks.map(
      ({ chunk, changed }) =>
        `<sitemap><loc>${site}/sitemap-${chunk}.xml</loc><lastmod>${changed.toISOString()}</lastmod></sitemap>`,
    ),
  ].join('\n')}\n</sitemapindex>\n`;

export const renderThreadSitemap = (
  site: string,
  threads: { id: number; language: ThreadLanguage; changed: Date }[],
): string =>
  renderUrlset(
    threads.map(
      (thread) =>
        `<url><loc>${site}${threadPath(langOf(thread.language), thread.id)}</loc><lastmod>${thread.changed.toISOString()}</lastmod></url>`,
    ),
  );

export const renderListSitemap = (site: string, paths: string[]): string =>
  renderUrlset(paths.map((path) => `<url><loc>${site}${path}</loc></url>`));
