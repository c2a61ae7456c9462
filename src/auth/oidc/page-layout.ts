import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brandFor } from '#contracts/brand.ts';
import { htmlLang, type Lang } from '#contracts/language.ts';
import { homePath } from '#contracts/paths.ts';
import type { Env } from '#platform/env.ts';

/*
 * The frame of the built-in provider's pages. They are served without Astro, to developers only,
 * and have their few texts with them; colours and shapes are the forum's own, read from src/styles.
 */

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const STYLESHEETS = [
  'tokens.css',
  'base.css',
  'controls.css',
  'shared-classes.css',
  'sign-in-page.css',
];

let loadedStylesheet: { styles: string; hash: string } | undefined;

/** Read at the first page: where another provider is used there is none. */
function loadStylesheet(): { styles: string; hash: string } {
  if (!loadedStylesheet) {
    const styles = STYLESHEETS.map((file) =>
      readFileSync(join(process.cwd(), 'src/styles', file), 'utf8').replace(/^@import .*$/gm, ''),
    ).join('\n');
    loadedStylesheet = { styles, hash: createHash('sha256').update(styles).digest('base64') };
  }
  return loadedStylesheet;
}

/**
 * For every answer of the provider. The library adds the hash of its own script where it has one.
 */
export const buildContentPolicy = (): string =>
  `default-src 'none'; style-src 'sha256-${loadStylesheet().hash}'; script-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

export interface PageContent {
  env: Env;
  lang: Lang;
  title: string;
  /** HTML. */
  body: string;
}

export function renderPage({ env, lang, title, body }: PageContent): string {
  const texts = brandFor(env.PROXY_TARGET)[lang];
  return `<!doctype html>
<html lang="${htmlLang(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}${escapeHtml(texts.suffix)}</title>
<style>${loadStylesheet().styles}</style>
</head>
<body class="sso">
<header class="wrap"><div class="bar"><a class="mark" href="${escapeHtml(env.SITE_URL + homePath(lang))}"><svg width="26" height="26" viewBox="0 0 26 26" aria-hidden="true"><path d="M7.5 6.5V19H20M7.5 9.5A9.5 9.5 0 0 1 17 19"/></svg><b>${escapeHtml(texts.vendor)}</b><span>${escapeHtml(texts.siteName)}</span></a></div></header>
<main class="wrap">
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>`;
}
