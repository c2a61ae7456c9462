import { createHash } from 'node:crypto';
import type { Brand } from '#contracts/brand.ts';
import { toBrandCss } from '#contracts/brand-colours.ts';
import { escapeHtml } from '#contracts/escape-html.ts';
import { htmlLang, type Lang } from '#contracts/language.ts';
import type { UnsubscribeKind } from '#contracts/mailing.ts';
import { settingsPath } from '#contracts/paths.ts';
import { type MailTextKey, mailText } from './mail-texts.ts';

/*
 * The page behind a link at the end of a letter, for people who aren't logged in, and for browsers
 * without scripts. It asks first: programs that look links up end nothing.
 */

const STYLES = `
:root{color-scheme:light dark;--link:light-dark(#005fc4,#6db5ff);--fill:light-dark(#006cdb,#0a6bd6)}
body{margin:0;font:16px/1.5 -apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans","DejaVu Sans",Arial,"PingFang SC","Noto Sans CJK SC",sans-serif;background:light-dark(#fff,#111418);color:light-dark(#12161c,#e3e7ed)}
main{max-width:480px;margin:0 auto;padding:48px 16px;overflow-wrap:anywhere}
h1{font-size:24px;line-height:1.3;margin:0 0 16px}
a{color:var(--link)}
button{font:inherit;min-height:44px;padding:8px 24px;border:0;border-radius:4px;background:var(--fill);color:#fff;cursor:pointer}
button:focus-visible,a:focus-visible{outline:2px solid var(--link);outline-offset:2px}
form{margin:24px 0}`;

const toStyles = ({ look }: Brand): string => STYLES + toBrandCss(look.colours);

/** Nothing but our own styles, and the form to where the page came from. */
export const toUnsubscribePolicy = (brand: Brand): string =>
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(toStyles(brand)).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** ask: shows the button. done: it was pressed. wrong: the link isn't one of ours. */
export type UnsubscribeStep = 'ask' | 'done' | 'wrong';

export function renderUnsubscribePage(
  brand: Brand,
  lang: Lang,
  step: UnsubscribeStep,
  kind: UnsubscribeKind = 'notices',
): string {
  const say = (key: MailTextKey) =>
    escapeHtml(mailText(lang, key, { what: mailText(lang, `page.what.${kind}`) }));
  const [title, text] = {
    ask: [say('page.title'), say('page.ask')],
    done: [say('page.done'), say('page.doneText')],
    wrong: [say('page.wrong'), say('page.wrongText')],
  }[step] as [string, string];
  // The form has no action: it goes to the address of the page, with its token.
  const form =
    step === 'ask' ? `<form method="post"><button>${say('page.button')}</button></form>\n` : '';
  return `<!doctype html>
<html lang="${htmlLang(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}${escapeHtml(brand[lang].suffix)}</title>
<style>${toStyles(brand)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
${form}<p><a href="${settingsPath(lang)}">${say('page.settings')}</a></p>
</main>
</body>
</html>
`;
}
