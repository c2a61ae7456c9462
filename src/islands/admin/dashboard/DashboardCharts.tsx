import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import type { DashboardWire } from '#contracts/calls/admin/overview-calls.ts';
import { formatNumber } from '#i18n/format.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { axisSteps } from './axis-steps.ts';
import { formatChartDay, type SERIES } from './Metrics.tsx';

type SeriesStyle = 'area' | 'line' | 'bars' | 'bad';

interface Series {
  label: string;
  values: readonly number[];
  style: SeriesStyle;
}

const COLOUR_TOKENS: Record<SeriesStyle, string> = {
  area: '--accent',
  line: '--ink2',
  bars: '--edge',
  bad: '--bad',
};

/** Returns a new value when the theme changes, so that colours are read again. */
function useColourTheme(): string {
  const [theme, setTheme] = useState('');
  useEffect(() => {
    const media = matchMedia('(prefers-color-scheme: dark)');
    const look = () => setTheme(`${document.documentElement.dataset.theme ?? ''}${media.matches}`);
    const observer = new MutationObserver(look);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    media.addEventListener('change', look);
    look();
    return () => {
      observer.disconnect();
      media.removeEventListener('change', look);
    };
  }, []);
  return theme;
}

/** The computed colour of a token, because a canvas doesn't support light-dark(). */
function readColour(host: HTMLElement, token: string): string {
  host.style.color = `var(${token})`;
  const { color } = getComputedStyle(host);
  host.style.color = '';
  return color;
}

/** A chart of numbers per day, with a table of all values for screen readers. */
function DailyChart({
  days,
  series,
  height,
}: {
  days: readonly string[];
  series: readonly Series[];
  height: number;
}) {
  const { t, lang } = useTexts();
  const host = useRef<HTMLDivElement>(null);
  const theme = useColourTheme();
  const [at, setAt] = useState<number>();
  const shown = at ?? days.length - 1;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `theme` has other colours
  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    const colour = (token: string) => readColour(element, token);
    const font = `12px ${getComputedStyle(element).fontFamily}`;
    const axis = { stroke: colour('--ink3'), font, ticks: { show: false } };
    const bars = uPlot.paths.bars;
    const steps = axisSteps(Math.max(4, ...series.flatMap((one) => one.values)));
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height,
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
        scales: {
          x: { time: false, range: [-0.6, days.length - 0.4] },
          y: { range: () => [0, steps.at(-1) as number] },
        },
        axes: [
          {
            ...axis,
            size: 30,
            grid: { show: false },
            splits: () => [
              ...new Set(
                [0, 1, 2, 3, 4].map((quarter) => Math.round((quarter * (days.length - 1)) / 4)),
              ),
            ],
            values: (_plot, splits) =>
              splits.map((split) => formatChartDay(lang, days[split] ?? '')),
          },
          {
            ...axis,
            size: 52,
            grid: { stroke: colour('--line'), width: 1 },
            splits: () => steps,
            values: (_plot, splits) => splits.map((split) => formatNumber(lang, split)),
          },
        ],
        series: [
          {},
          ...series.map(({ label, style }, index) => ({
            label,
            stroke: colour(COLOUR_TOKENS[style]),
            width: 2,
            points: { show: false },
            ...(style === 'area' ? { fill: colour('--tint') } : {}),
            ...((style === 'bars' || style === 'bad') && bars
              ? {
                  width: 0,
                  fill: colour(COLOUR_TOKENS[style]),
                  paths: bars({
                    size: [series.length > 1 ? 0.4 : 0.7, 14],
                    align: series.length > 1 ? (index === 0 ? -1 : 1) : 0,
                  }),
                }
              : {}),
          })),
        ],
        hooks: { setCursor: [(one) => setAt(one.cursor.idx ?? undefined)] },
      },
      [days.map((_, index) => index), ...series.map((one) => [...one.values])] as uPlot.AlignedData,
      element,
    );
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [days, series.length, height, lang, theme]);

  return (
    <figure className="chart">
      <figcaption>
        {series.map(({ label, style, values }) => (
          <span key={label} className={`key look-${style}`}>
            {label} <b className="num">{formatNumber(lang, values[shown] ?? 0)}</b>
          </span>
        ))}
        <span className="meta">
          {shown === days.length - 1
            ? t('admin.dashboard.today')
            : formatChartDay(lang, days[shown] ?? '')}
        </span>
      </figcaption>
      <div ref={host} className="plot" style={{ blockSize: height }} aria-hidden="true" />
      <div className="vh">
        <table>
          <caption>{series.map((one) => one.label).join(', ')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('admin.dashboard.day')}</th>
              {series.map((one) => (
                <th key={one.label} scope="col">
                  {one.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day, index) => (
              <tr key={day}>
                <th scope="row">{formatChartDay(lang, day)}</th>
                {series.map((one) => (
                  <td key={one.label}>{one.values[index]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

type Metric = (typeof SERIES)[number];

/** Two charts: in a common one, replies would flatten the line of threads. */
export default function DashboardCharts({ seen: data }: { seen: DashboardWire }) {
  const { t } = useTexts();
  const draw = (height: number, styles: Partial<Record<Metric, SeriesStyle>>) => (
    <DailyChart
      days={data.days}
      series={(Object.entries(styles) as [Metric, SeriesStyle][]).map(([name, style]) => ({
        label: t(`admin.dashboard.metric.${name}`),
        values: data[name],
        style,
      }))}
      height={height}
    />
  );
  return (
    <>
      <section className="block">
        <h2>{t('admin.dashboard.posts')}</h2>
        {draw(168, { replies: 'area' })}
        {draw(128, { threads: 'line' })}
      </section>
      <section className="block">
        <h2>{t('admin.dashboard.newUsers')}</h2>
        {draw(128, { users: 'line' })}
      </section>
      <section className="block">
        <h2>{t('admin.dashboard.reportsAndBans')}</h2>
        {draw(148, { reports: 'bars', bans: 'bad' })}
      </section>
    </>
  );
}
