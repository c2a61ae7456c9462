import type { Brand } from '#contracts/brand.ts';
import { toBrandCss } from '#contracts/brand-colours.ts';
import { escapeHtml } from '#contracts/escape-html.ts';
import { htmlLang, type Lang } from '#contracts/language.ts';
import { hashSource } from '#platform/content-policy.ts';
import { PERMISSIONS_POLICY } from '#platform/permissions-policy.ts';

/* A page as an API response, for links opened without scripts. It needs no published file. */

const STYLES = `
:root{color-scheme:light dark;--link:light-dark(#005fc4,#6db5ff);--fill:light-dark(#006cdb,#0a6bd6)}
body{margin:0;font:16px/1.5 -apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans","DejaVu Sans",Arial,"PingFang SC","Noto Sans CJK SC",sans-serif;background:light-dark(#fff,#111418);color:light-dark(#12161c,#e3e7ed)}
header,main{max-width:480px;margin:0 auto;padding:24px 16px;overflow-wrap:anywhere}
header a{display:inline-block;padding:10px 0;color:inherit;text-decoration:none}
header b{margin-inline-end:8px}
h1{font-size:24px;line-height:1.3;margin:0 0 16px}
a{color:var(--link)}
button,.button{display:inline-block;box-sizing:border-box;font:inherit;min-height:44px;padding:10px 24px;border:0;border-radius:4px;background:var(--fill);color:#fff;cursor:pointer;text-decoration:none}
button:focus-visible,a:focus-visible{outline:2px solid var(--link);outline-offset:2px}
form,.act{margin:24px 0}`;

const toStyles = ({ look }: Brand): string => STYLES + toBrandCss(look.colours);

/** Allows our own styles, and a form to the same origin. */
const toPolicy = (brand: Brand): string =>
  `default-src 'none'; style-src ${hashSource(toStyles(brand))}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** Never cached, and no referrer, as the link is private. */
export const toBrandPageHeaders = (brand: Brand): Record<string, string> => ({
  'cache-control': 'no-store',
  'content-security-policy': toPolicy(brand),
  'permissions-policy': PERMISSIONS_POLICY,
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
});

/** `title` is text, `body` is HTML. */
export interface BrandPage {
  title: string;
  body: string;
}

export const renderBrandPage = (brand: Brand, lang: Lang, { title, body }: BrandPage): string =>
  `<!doctype html>
<html lang="${htmlLang(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title + brand[lang].suffix)}</title>
<style>${toStyles(brand)}</style>
</head>
<body>
<header><a href="/${lang}"><b>${escapeHtml(brand[lang].vendor)}</b>${escapeHtml(brand[lang].siteName)}</a></header>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;
