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

const PAGE_STYLES = `
@layer views {
  .sso { padding-block: 0 72px; }
  .sso .bar { display: flex; align-items: center; block-size: 56px; border-block-end: 1px solid var(--line); }
  .sso .mark { display: flex; align-items: center; gap: 10px; font-size: 1.0625rem; }
  .sso .mark svg { border-radius: 6px; background: var(--brand); fill: none; stroke: var(--on-fill); stroke-width: 2; }
  .sso .mark span { padding-inline-start: 10px; border-inline-start: 1px solid var(--line2); color: var(--ink2); font-size: 0.9375rem; line-height: 18px; }
  .sso h1 { margin-block: 48px 12px; font-size: 1.5rem; line-height: 32px; }
  .sso .lead { max-inline-size: 44em; color: var(--ink2); font-size: 0.9375rem; line-height: 24px; text-wrap: pretty; }
  .sso .acts { display: flex; flex-wrap: wrap; align-items: center; gap: 12px; margin-block: 24px; }
  .sso [role="search"] { display: flex; flex: 1 1 320px; align-items: center; gap: 12px; font-size: 0.875rem; }
  .sso input[type="search"] { flex: 0 1 320px; min-inline-size: 0; min-block-size: 36px; padding: 6px 12px; border: 1px solid var(--edge); border-radius: 6px; background: var(--paper); font-size: 0.9375rem; line-height: 22px; }
  .sso ::placeholder { color: var(--ink3); opacity: 1; }
  .sso .people { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 320px), 1fr)); column-gap: 36px; border-block-start: 1px solid var(--rule); }
  .sso .people li { border-block-end: 1px solid var(--line); }
  .sso .people button { display: flex; align-items: center; gap: 14px; inline-size: 100%; min-block-size: 72px; padding: 12px 8px; text-align: start; }
  .sso .people button:hover { background: var(--wash); }
  .sso .people button:focus-visible { outline-offset: -2px; }
  .sso .initial { display: grid; flex: none; place-items: center; inline-size: 40px; block-size: 40px; border-radius: 50%; background: color-mix(in srgb, currentColor 20%, var(--paper)); }
  .sso .initial b { color: var(--ink); }
  .sso .who { flex: 1; min-inline-size: 0; line-height: 24px; }
  .sso .who > span { display: block; }
  .sso .who .name { font-weight: 600; }
  .sso .out { margin-inline-start: 8px; color: var(--bad); }
}`;

let loadedStylesheet: { styles: string; hash: string } | undefined;

/** Read at the first page: where another provider is used there is none. */
function loadStylesheet(): { styles: string; hash: string } {
  if (!loadedStylesheet) {
    const shared = ['tokens.css', 'base.css', 'controls.css', 'shared-classes.css'].map((file) =>
      readFileSync(join(process.cwd(), 'src/styles', file), 'utf8').replace(/^@import .*$/gm, ''),
    );
    const styles = [...shared, PAGE_STYLES].join('\n');
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
