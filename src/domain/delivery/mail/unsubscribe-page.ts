import type { Brand } from '#contracts/brand.ts';
import { escapeHtml } from '#contracts/escape-html.ts';
import type { Lang } from '#contracts/language.ts';
import type { UnsubscribeKind } from '#contracts/mailing.ts';
import { settingsPath } from '#contracts/paths.ts';
import { renderBrandPage } from '../../config/brand-page.ts';
import { deliveryText, type TextKey } from '../texts.ts';

/* The page of unsubscribe links, without a login. It asks first: link scanners must end nothing. */

/** ask: shows the button. done: it was pressed. wrong: an invalid link. */
export type UnsubscribeStep = 'ask' | 'done' | 'wrong';

const TEXTS: Readonly<Record<UnsubscribeStep, readonly [title: TextKey, text: TextKey]>> = {
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
  const say = (key: TextKey) =>
    deliveryText(lang, key, { what: deliveryText(lang, `page.what.${kind}`) });
  const [title, text] = TEXTS[step];
  // Without an action the form posts to the page's own address, with its token.
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
