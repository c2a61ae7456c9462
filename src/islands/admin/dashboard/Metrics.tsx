import type { DashboardWire } from '#contracts/calls/admin/overview-calls.ts';
import type { Lang } from '#contracts/language.ts';
import { formatNumber } from '#i18n/format.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { Details } from '../components/Details.tsx';

export const SERIES = ['replies', 'threads', 'users', 'reports', 'bans'] as const;
/** Metrics of which an increase is bad. */
const MORE_IS_WORSE: readonly string[] = ['reports', 'bans'];

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** The change between the last complete days and as many before; undefined without the latter. */
function weekOverWeekChange(numbers: readonly number[]): number | undefined {
  const whole = numbers.slice(0, -1);
  const half = Math.min(7, Math.floor(whole.length / 2));
  const before = sum(whole.slice(-2 * half, -half));
  return before === 0 ? undefined : sum(whole.slice(-half)) / before - 1;
}

export const formatChartDay = (lang: Lang, day: string): string =>
  new Intl.DateTimeFormat(lang === 'zh' ? 'zh-CN' : 'en-GB', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));

/** A bar chart with today in blue; screen readers get its numbers from the text next to it. */
function Sparkline({ numbers }: { numbers: readonly number[] }) {
  const max = Math.max(1, ...numbers);
  const step = 174 / numbers.length;
  return (
    <svg className="bars" viewBox="0 0 174 44" preserveAspectRatio="none" aria-hidden="true">
      {numbers.map((number, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place
          key={index}
          className={index === numbers.length - 1 ? 'today' : undefined}
          x={index * step}
          width={Math.max(1, step * 0.7)}
          y={44 - Math.max(number > 0 ? 2 : 0.5, (number / max) * 44)}
          height={44}
        />
      ))}
    </svg>
  );
}

/** Five metrics of today and of the days before. */
export function Metrics({ seen: data }: { seen: DashboardWire }) {
  const { t, lang } = useTexts();
  const percentFormat = new Intl.NumberFormat(lang === 'zh' ? 'zh-CN' : 'en-GB', {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  });
  return (
    <Details
      className="metrics"
      rows={SERIES.map((name) => {
        const difference = weekOverWeekChange(data[name]);
        const trend =
          difference === undefined || Math.abs(difference) < 0.05
            ? ''
            : difference > 0 === MORE_IS_WORSE.includes(name)
              ? 'bad'
              : 'good';
        return [
          t(`admin.dashboard.metric.${name}`),
          <>
            <b className="num">{formatNumber(lang, data[name].at(-1) ?? 0)}</b>
            <span className={`meta num ${trend}`}>
              {difference === undefined
                ? t('admin.dashboard.noCompare')
                : t('admin.dashboard.compare', {
                    change: percentFormat.format(difference).replace('-', '−'),
                  })}
            </span>
            <Sparkline numbers={data[name]} />
            <span className="ends meta">
              <span>{formatChartDay(lang, data.days[0] ?? '')}</span>
              <span>{t('admin.dashboard.today')}</span>
            </span>
          </>,
        ];
      })}
    />
  );
}
