import type { Quoted } from '#stores/draft.ts';
import { Icon } from '../ui/Icon.tsx';
import { useTexts } from '../ui/text.ts';

/** The reply that is being answered, above the text. */
export function Quoting({ quote, onRemove }: { quote: Quoted; onRemove(): void }) {
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
