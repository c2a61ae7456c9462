import '#styles/stats.css';
import type { Lang } from '#contracts/language.ts';
import { formatNumber } from '#i18n/format.ts';

interface Props {
  lang: Lang;
  items: { label: string; value: number }[];
  /** Two in a row instead of all. */
  square?: boolean;
}

export function Stats({ lang, items, square }: Props) {
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
