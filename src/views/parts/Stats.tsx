import { useTexts } from '#islands/hooks/use-texts.ts';
import '#styles/stats.css';
import { formatNumber } from '#i18n/format.ts';

interface Props {
  items: { label: string; value: number }[];
  /** Two in a row instead of all. */
  square?: boolean;
}

export function Stats({ items, square }: Props) {
  const { lang } = useTexts();
  return (
    <dl className={square ? 'numbers num square' : 'numbers num'}>
      {items.map(({ label, value }) => (
        <div key={label}>
          <dt className="meta">{label}</dt>
          <dd>{formatNumber(lang, value)}</dd>
        </div>
      ))}
    </dl>
  );
}
