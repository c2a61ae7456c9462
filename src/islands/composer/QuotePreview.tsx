import type { QuotedReply } from '#client/drafts/reply-draft.ts';
import { Icon } from '../components/Icon.tsx';
import { useTexts } from '../hooks/use-texts.ts';

/** The quoted reply, above the text. */
export function QuotePreview({ quote, onRemove }: { quote: QuotedReply; onRemove(): void }) {
  const { t } = useTexts();
  return (
    <div className="quoting">
      <p className="grow">
        {t('thread.quoteOf', { n: quote.floor, name: quote.nickname })}
        {quote.text}
      </p>
      <button
        type="button"
        aria-label={t('composer.unquote')}
        title={t('composer.unquote')}
        onClick={onRemove}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
