import type { DashboardWire } from '#contracts/calls/admin/overview-calls.ts';
import type { Lang } from '#contracts/language.ts';
import { formatNumber, formatPercent } from '#i18n/format.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { TextWithTime } from '../../components/TextWithTime.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { formatChartDay } from './Metrics.tsx';

const UNKNOWN = '–';
const FIGURES = ['active_day', 'active_week', 'active_month', 'answered', 'returned'] as const;
const SIX_DAYS_MS = 6 * 86_400_000;

/** The week from a Monday on: 9 Nov – 15 Nov, 11月9日 – 11月15日. */
function formatWeek(lang: Lang, monday: string): string {
  const sunday = new Date(Date.parse(`${monday}T00:00:00Z`) + SIX_DAYS_MS);
  return `${formatChartDay(lang, monday)} – ${formatChartDay(lang, sunday.toISOString().slice(0, 10))}`;
}

/** A share as a percentage; a dash if `whole` is 0. */
const formatShare = (lang: Lang, part: number, whole: number): string =>
  whole === 0 ? UNKNOWN : formatPercent(lang, (part / whole) * 100);

/** New members by the week of joining, and how many returned in the next week. */
function NewcomerWeeks({ weeks }: { weeks: DashboardWire['members']['newcomers'] }) {
  const { t, lang } = useTexts();
  return (
    <div className="scroll">
      <table className="rows plain">
        <caption className="vh">{t('admin.members.weeks')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('admin.members.week')}</th>
            <th scope="col" className="end">
              {t('admin.members.joined')}
            </th>
            <th scope="col" className="end">
              {t('admin.members.cameBack')}
            </th>
            <th scope="col" className="end">
              {t('admin.members.share')}
            </th>
          </tr>
        </thead>
        <tbody>
          {weeks.map(({ week, joined, returned }) => (
            <tr key={week}>
              <th scope="row" className="num">
                {formatWeek(lang, week)}
              </th>
              <td className="end num">{formatNumber(lang, joined)}</td>
              <td className="end num">{formatNumber(lang, returned)}</td>
              <td className="end num">{formatShare(lang, returned, joined)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Activity of members. An unknown figure is a dash: for a young forum, 0 % would be wrong. */
export function MemberFigures({ members }: { members: DashboardWire['members'] }) {
  const { t, lang } = useTexts();
  const { counted, newcomers } = members;
  const latest = newcomers[0];
  const share = (part: number, whole: number) => (
    <>
      <b className="num">{formatShare(lang, part, whole)}</b>
      {whole > 0 && (
        <span className="meta num">
          {t('admin.members.partOf', {
            part: formatNumber(lang, part),
            whole: formatNumber(lang, whole),
          })}
        </span>
      )}
    </>
  );
  const figureOf = (name: (typeof FIGURES)[number]) => {
    if (name === 'answered') return share(counted?.answered ?? 0, counted?.threads ?? 0);
    if (name === 'returned') return share(latest?.returned ?? 0, latest?.joined ?? 0);
    const count = counted?.[name] ?? null;
    return <b className="num">{count === null ? UNKNOWN : formatNumber(lang, count)}</b>;
  };
  return (
    <section className="block member-figures">
      <header>
        <h2>{t('admin.members.title')}</h2>
        {counted && (
          <p className="meta">
            <TextWithTime text="admin.members.counted">
              <RelativeTime at={counted.at} />
            </TextWithTime>
          </p>
        )}
      </header>
      <dl>
        {FIGURES.map((name) => (
          <div key={name}>
            <dt>{t(`admin.members.figure.${name}`)}</dt>
            <dd>{figureOf(name)}</dd>
            <dd className="meta">{t(`admin.members.means.${name}`)}</dd>
          </div>
        ))}
      </dl>
      {latest ? (
        <NewcomerWeeks weeks={newcomers} />
      ) : (
        <p className="hint">{t('admin.members.noWeeks')}</p>
      )}
    </section>
  );
}
