import { useState } from 'react';
import { Select } from '../ui/Select.tsx';
import { useTexts } from '../ui/text.ts';

/** Periods that can be chosen by name, in days. */
const DAYS = { week: 7, month: 30, year: 365 } as const;
type Named = keyof typeof DAYS;
const NAMED = Object.keys(DAYS) as Named[];

/** A day so long ago, where the reader is: 2026-11-21. */
function daysAgo(days: number, now = new Date()): string {
  const at = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}

interface Days {
  from: string | undefined;
  to: string | undefined;
}

interface Props extends Days {
  onChange(days: Days): void;
}

/**
 * When the post that matches was written. The address holds days, so that a shared search stays the
 * same.
 */
export function Period({ from, to, onChange }: Props) {
  const { t } = useTexts();
  const [asked, setAsked] = useState(false);
  const named = to === undefined ? NAMED.find((one) => daysAgo(DAYS[one]) === from) : undefined;
  const own = asked || (named === undefined && (from !== undefined || to !== undefined));
  const choose = (value: string) => {
    setAsked(value === 'own');
    if (value !== 'own')
      onChange({ from: value === '' ? undefined : daysAgo(DAYS[value as Named]), to: undefined });
  };
  return (
    <>
      <Select
        label={t('search.time.label')}
        value={own ? 'own' : (named ?? '')}
        set={own || named !== undefined}
        onChange={choose}
      >
        <option value="">{t('search.time.any')}</option>
        {NAMED.map((one) => (
          <option key={one} value={one}>
            {t(`search.time.${one}`)}
          </option>
        ))}
        <option value="own">{t('search.time.own')}</option>
      </Select>
      {own && (
        <span className="days">
          <input
            type="date"
            aria-label={t('search.time.from')}
            value={from ?? ''}
            max={to}
            onChange={({ target }) => onChange({ from: target.value || undefined, to })}
          />
          –
          <input
            type="date"
            aria-label={t('search.time.to')}
            value={to ?? ''}
            min={from}
            onChange={({ target }) => onChange({ from, to: target.value || undefined })}
          />
        </span>
      )}
    </>
  );
}
