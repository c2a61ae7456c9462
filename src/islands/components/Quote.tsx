import { htmlLang } from '#contracts/language.ts';
import type { Quote as ShownQuote } from '#contracts/page-model.ts';
import { guessLang } from '#i18n/text-segments.ts';
import { useTexts } from '../hooks/use-texts.ts';

interface Props {
  quote: Pick<ShownQuote, 'userId' | 'floor' | 'nickname' | 'text'>;
  href: string;
}

/** What a reply answers to; published pages have it too. */
export function Quote({ quote, href }: Props) {
  const { t, lang } = useTexts();
  const { text } = quote;
  const written = text === undefined ? lang : guessLang(text);
  return (
    <blockquote className="quote meta" data-author={quote.userId}>
      {text === undefined ? (
        t('thread.quoteRemoved')
      ) : (
        <a className="hover" href={href}>
          <b>{t('thread.quoteOf', { n: quote.floor, name: quote.nickname })}</b>
          <span lang={written === lang ? undefined : htmlLang(written)}>{text}</span>
        </a>
      )}
    </blockquote>
  );
}
