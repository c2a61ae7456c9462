import { useState } from 'react';
import { Select } from '../components/Select.tsx';
import { useTexts } from '../hooks/use-texts.ts';

/** Periods that can be chosen by name, in days. */
const PERIOD_DAYS = { week: 7, month: 30, year: 365 } as const;
type PeriodName = keyof typeof PERIOD_DAYS;
const PERIOD_NAMES = Object.keys(PERIOD_DAYS) as PeriodName[];

/** The date so many days ago, in the reader's time zone: 2026-11-21. */
function localDayAgo(days: number, now = new Date()): string {
  const at = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}

interface DayRange {
  from: string | undefined;
  to: string | undefined;
}

interface Props extends DayRange {
  onChange(days: DayRange): void;
}

/**
 * Filters hits by the time of the matching post. The address holds dates, so that a shared search
 * stays the same.
 */
export function PeriodFilter({ from, to, onChange }: Props) {
  const { t } = useTexts();
  const [showsDays, setShowsDays] = useState(false);
  const named =
    to === undefined
      ? PERIOD_NAMES.find((one) => localDayAgo(PERIOD_DAYS[one]) === from)
      : undefined;
  const isCustom = showsDays || (named === undefined && (from !== undefined || to !== undefined));
  const choose = (value: string) => {
    setShowsDays(value === 'own');
    if (value !== 'own')
      onChange({
        from: value === '' ? undefined : localDayAgo(PERIOD_DAYS[value as PeriodName]),
        to: undefined,
      });
  };
  return (
    <>
      <Select
        label={t('search.time.label')}
        value={isCustom ? 'own' : (named ?? '')}
        isSet={isCustom || named !== undefined}
        onChange={choose}
      >
        <option value="">{t('search.time.any')}</option>
        {PERIOD_NAMES.map((one) => (
          <option key={one} value={one}>
            {t(`search.time.${one}`)}
          </option>
        ))}
        <option value="own">{t('search.time.own')}</option>
      </Select>
      {isCustom && (
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
