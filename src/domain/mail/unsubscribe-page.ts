import type { Brand } from '#contracts/brand.ts';
import { escapeHtml } from '#contracts/escape-html.ts';
import type { Lang } from '#contracts/language.ts';
import type { UnsubscribeKind } from '#contracts/mailing.ts';
import { settingsPath } from '#contracts/paths.ts';
import { renderBrandPage } from '../config/brand-page.ts';
import { type MailTextKey, mailText } from './mail-texts.ts';

/*
 * The page behind a link at the end of a letter, for people who aren't logged in. It asks first:
 * programs that look links up end nothing.
 */

/** ask: shows the button. done: it was pressed. wrong: the link isn't one of ours. */
export type UnsubscribeStep = 'ask' | 'done' | 'wrong';

const TEXTS: Readonly<Record<UnsubscribeStep, readonly [title: MailTextKey, text: MailTextKey]>> = {
  ask: ['page.title', 'page.ask'],
  done: ['page.done', 'page.doneText'],
  wrong: ['page.wrong', 'page.wrongText'],
};

export function renderUnsubscribePage(
  brand: Brand,
  lang: Lang,
  step: UnsubscribeStep,
  kind: UnsubscribeKind = 'notices',
): string {
  const say = (key: MailTextKey) =>
    mailText(lang, key, { what: mailText(lang, `page.what.${kind}`) });
  const [title, text] = TEXTS[step];
  // The form has no action: it goes to the address of the page, with its token.
  const form =
    step === 'ask'
      ? `<form method="post"><button>${escapeHtml(say('page.button'))}</button></form>\n`
      : '';
  return renderBrandPage(brand, lang, {
    title: say(title),
    body: `<p>${escapeHtml(say(text))}</p>
${form}<p><a href="${settingsPath(lang)}">${escapeHtml(say('page.settings'))}</a></p>`,
  });
}
