import { brandFor } from '#contracts/brand.ts';
import { htmlLang, type Lang, langOf, type ThreadLanguage } from '#contracts/language.ts';
import { atomPath, feedPath, forumPath, homePath, threadPath } from '#contracts/paths.ts';

export interface FeedView {
  lang: Lang;
  site: string;
  proxyTarget: string;
  forum?: { id: number; name: string } | undefined;
  items: {
    id: number;
    subject: string;
    language: ThreadLanguage;
    html: string;
    author: string;
    forum: string;
    forumEn: string;
    createdAt: Date;
    updatedAt: Date;
  }[];
}

// What XML 1.0 can't hold at all, and the five characters that it needs escaped.
const FORBIDDEN = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;
const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const xml = (text: string): string =>
  text.replace(FORBIDDEN, '').replace(/[&<>"']/g, (character) => ESCAPES[character] as string);

/** Readers of feeds know nothing of our origin: addresses in posts become absolute. */
const absolute = (html: string, site: string): string =>
  html.replace(/(\s(?:src|href)=")\/(?!\/)/g, `$1${site}/`);

const titleOf = ({ lang, proxyTarget, forum }: FeedView): string => {
  const brand = brandFor(proxyTarget)[lang];
  return forum ? `${forum.name}${brand.suffix}` : brand.title;
};

export function rss(feed: FeedView): string {
  const { lang, site, forum, items } = feed;
  const home = site + (forum ? forumPath(lang, forum.id) : homePath(lang));
  const entries = items.map((one) => {
    const link = site + threadPath(langOf(one.language), one.id);
    return [
      `<item><title>${xml(one.subject)}</title>`,
      `<link>${link}</link>`,
      `<guid isPermaLink="true">${link}</guid>`,
      `<dc:creator>${xml(one.author)}</dc:creator>`,
      `<category>${xml(lang === 'en' ? one.forumEn : one.forum)}</category>`,
      `<pubDate>${one.createdAt.toUTCString()}</pubDate>`,
      `<description>${xml(absolute(one.html, site))}</description></item>`,
    ].join('');
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>${xml(titleOf(feed))}</title><link>${home}</link><description>${xml(brandFor(feed.proxyTarget)[lang].description)}</description><language>${htmlLang(lang)}</language><atom:link href="${site}${feedPath(lang, forum?.id)}" rel="self" type="application/rss+xml"/>
${entries.join('\n')}
</channel></rss>
`;
}

export function atom(feed: FeedView): string {
  const { lang, site, items } = feed;
  const entries = items.map((one) => {
    const link = site + threadPath(langOf(one.language), one.id);
    return `<entry xml:lang="${htmlLang(langOf(one.language))}"><title>${xml(one.subject)}</title><id>${link}</id><link href="${link}"/><author><name>${xml(one.author)}</name></author><published>${one.createdAt.toISOString()}</published><updated>${one.updatedAt.toISOString()}</updated><content type="html">${xml(absolute(one.html, site))}</content></entry>`;
  });
  const updated = items[0]?.updatedAt ?? new Date(0);
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${htmlLang(lang)}"><title>${xml(titleOf(feed))}</title><id>${site}${homePath(lang)}</id><link href="${site}${homePath(lang)}"/><link href="${site}${atomPath(lang)}" rel="self"/><updated>${updated.toISOString()}</updated>
${entries.join('\n')}
</feed>
`;
}

const urlset = (entries: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`;

export const sitemapIndex = (site: string, chunks: { chunk: number; changed: Date }[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${[
    `<sitemap><loc>${site}/sitemap-lists.xml</loc></sitemap>`,
    ...chunks.map(
      ({ chunk, changed }) =>
        `<sitemap><loc>${site}/sitemap-${chunk}.xml</loc><lastmod>${changed.toISOString()}</lastmod></sitemap>`,
    ),
  ].join('\n')}\n</sitemapindex>\n`;

export const sitemapThreads = (
  site: string,
  threads: { id: number; language: ThreadLanguage; changed: Date }[],
): string =>
  urlset(
    threads.map(
      (one) =>
        `<url><loc>${site}${threadPath(langOf(one.language), one.id)}</loc><lastmod>${one.changed.toISOString()}</lastmod></url>`,
    ),
  );

export const sitemapLists = (site: string, paths: string[]): string =>
  urlset(paths.map((path) => `<url><loc>${site}${path}</loc></url>`));
