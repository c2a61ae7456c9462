import type { Lang } from '#contracts/language.ts';
import type { PublishingWire } from '#contracts/wire/admin-publishing.ts';
import { formatNumber } from '#i18n/format.ts';
import { useTexts } from '../../ui/text.ts';
import { useLooked } from '../ui/looked.ts';
import { Waiting } from '../ui/Waiting.tsx';

/** Seconds in words: 4 s, 5 min, 3 h. */
function lasting(lang: Lang, seconds: number): string {
  const [amount, unit] =
    seconds < 90
      ? [seconds, 'second']
      : seconds < 5_400
        ? [seconds / 60, 'minute']
        : [seconds / 3_600, 'hour'];
  return new Intl.NumberFormat(lang === 'zh' ? 'zh-CN' : 'en-GB', {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 0,
  }).format(amount);
}

/**
 * Seconds that a lane may be behind before it is called so: counts are gathered for half a minute.
 */
const LATE = { posts: 5, lists: 15, counts: 90 } as const;

/** Tasks that the dictionaries have words for. */
const TASKS = [
  'ban',
  'day',
  'job',
  'level',
  'polls',
  'reindex',
  'resanitize',
  'rescue',
  'sweep',
  'uploads',
] as const;
const isNamed = (task: string): task is (typeof TASKS)[number] =>
  (TASKS as readonly string[]).includes(task);

type Standing = 'well' | 'late' | 'failed';

/** Milliseconds between looks. */
const EVERY = 5_000;

/** How publishing and the queue are, looked at again and again while it is shown. */
export function Health() {
  const { t, lang } = useTexts();
  const { seen, failure, again } = useLooked<PublishingWire>('/v2/admin/publishing', {}, EVERY);
  if (!seen) return <Waiting failure={failure} again={again} rows={3} />;
  const rows: {
    name: string;
    waiting: number;
    oldest: number;
    standing: Standing;
    text: string;
  }[] = [
    ...seen.lanes.map(({ lane, waiting, oldest }) => ({
      name: t(`admin.publishing.lane.${lane}`),
      waiting,
      oldest,
      standing: oldest > LATE[lane] ? ('late' as const) : ('well' as const),
      text: '',
    })),
    ...(seen.storage
      ? [
          {
            name: t('admin.publishing.lane.storage'),
            waiting: 0,
            oldest: (Date.now() - Date.parse(seen.storage.since)) / 1_000,
            standing: 'failed' as const,
            text: seen.storage.error,
          },
        ]
      : []),
    ...(seen.failures > 0
      ? [
          {
            name: t('admin.publishing.lane.failures'),
            waiting: seen.failures,
            oldest: 0,
            standing: 'failed' as const,
            text: '',
          },
        ]
      : []),
    ...(seen.outdated > 0
      ? [
          {
            name: t('admin.publishing.lane.outdated'),
            waiting: seen.outdated,
            oldest: 0,
            standing: 'late' as const,
            text: '',
          },
        ]
      : []),
    ...seen.tasks.map(({ task, waiting, failed, oldest, error }) => ({
      name: t('admin.publishing.task', {
        task: isNamed(task) ? t(`admin.publishing.tasks.${task}`) : task,
      }),
      waiting,
      oldest,
      standing: failed > 0 ? ('failed' as const) : ('well' as const),
      text: failed > 0 ? (error ?? '') : '',
    })),
  ];
  return (
    <section className="block">
      <header>
        <h2>{t('admin.publishing.health')}</h2>
        <p className="meta num">
          {t('admin.publishing.pages', { pages: formatNumber(lang, seen.pages) })}
        </p>
      </header>
      <div className="scroll">
        <table className="rows plain">
          <caption className="vh">{t('admin.publishing.health')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('admin.publishing.what')}</th>
              <th scope="col" className="end">
                {t('admin.publishing.waiting')}
              </th>
              <th scope="col" className="end">
                {t('admin.publishing.oldest')}
              </th>
              <th scope="col">{t('admin.publishing.standing')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, waiting, oldest, standing, text }) => (
              <tr key={name}>
                <td>{name}</td>
                <td className="end num">{formatNumber(lang, waiting)}</td>
                <td className="end num">{oldest > 0.5 ? lasting(lang, oldest) : '–'}</td>
                <td>
                  <span className={`dot ${standing}`}>{t(`admin.publishing.is.${standing}`)}</span>{' '}
                  {text && <code>{text}</code>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
