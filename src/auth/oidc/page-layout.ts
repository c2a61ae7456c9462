import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Brand, brandFor } from '#contracts/brand.ts';
import { toBrandCss } from '#contracts/brand-colours.ts';
import { escapeAttribute, escapeHtml } from '#contracts/escape-html.ts';
import { htmlLang, type Lang } from '#contracts/language.ts';
import { homePath } from '#contracts/paths.ts';
import { hashSource } from '#platform/content-policy.ts';
import type { Env } from '#platform/env.ts';

/*
 * Layout of the built-in provider's pages. They are served without Astro, to developers only, so
 * their few texts are inline; colours and shapes come from src/styles.
 */

const STYLESHEETS = [
  'tokens.css',
  'base.css',
  'controls.css',
  'page-frame.css',
  'shared-classes.css',
  'sign-in-page.css',
];

/** The brand of the current request: the library doesn't pass our parameters to its pages. */
const requestBrand = new AsyncLocalStorage<Brand>();
export const answerWithBrand = <T>(brand: Brand, answer: () => T): T =>
  requestBrand.run(brand, answer);

let loadedStylesheet: string | undefined;

/** Read at the first page: forums with another provider never need it. */
function loadStylesheet(): string {
  loadedStylesheet ??= STYLESHEETS.map((file) =>
    readFileSync(join(process.cwd(), 'src/styles', file), 'utf8').replace(/^@import .*$/gm, ''),
  ).join('\n');
  return loadedStylesheet;
}

const toStyles = ({ look }: Brand): string => loadStylesheet() + toBrandCss(look.colours);

/** The policy of every answer; the library adds the hash of its own script. */
export const buildContentPolicy = (brand: Brand): string =>
  `default-src 'none'; img-src 'self'; style-src ${hashSource(toStyles(brand))}; script-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

const DRAWN_MARK =
  '<svg width="26" height="26" viewBox="0 0 26 26" aria-hidden="true"><path d="M7.5 6.5V19H20M7.5 9.5A9.5 9.5 0 0 1 17 19"/></svg>';

export interface PageContent {
  env: Env;
  lang: Lang;
  title: string;
  body: string;
}

export function renderPage({ env, lang, title, body }: PageContent): string {
  const brand = requestBrand.getStore() ?? brandFor(env.PROXY_TARGET);
  const texts = brand[lang];
  const { mark } = brand.look;
  const drawn = mark
    ? `<img src="${escapeAttribute(mark)}" width="26" height="26" alt="">`
    : DRAWN_MARK;
  return `<!doctype html>
<html lang="${htmlLang(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title + texts.suffix)}</title>
<style>${toStyles(brand)}</style>
</head>
<body class="sso">
<header class="wrap"><div class="bar"><a class="brand" href="${escapeAttribute(env.SITE_URL + homePath(lang))}">${drawn}<b>${escapeHtml(texts.vendor)}</b><span>${escapeHtml(texts.siteName)}</span></a></div></header>
<main class="wrap">
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>`;
}
