import { formatDuration, formatNumber } from '#i18n/format.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { LoadingOrError } from '../components/LoadingOrError.tsx';
import { usePolledQuery } from '../hooks/use-polled-query.ts';

/**
 * Seconds that a lane may be behind before it counts as late: counts are gathered for half a
 * minute.
 */
const LATE_AFTER_SECONDS = { posts: 5, lists: 15, counts: 90 } as const;

/** Tasks that the dictionaries have texts for. */
const NAMED_TASKS = [
  'addresses',
  'appearances',
  'ban',
  'certificate',
  'day',
  'departures',
  'export',
  'exports',
  'job',
  'level',
  'mail',
  'mails',
  'polls',
  'reads',
  'reindex',
  'reminder',
  'resanitize',
  'rescue',
  'sweep',
  'uploads',
  'words',
] as const;
const isNamedTask = (task: string): task is (typeof NAMED_TASKS)[number] =>
  (NAMED_TASKS as readonly string[]).includes(task);

type QueueStatus = 'well' | 'late' | 'failed';

/** Milliseconds between two loads. */
const POLL_INTERVAL_MS = 5_000;

/** The state of publishing and of the job queue, loaded repeatedly. */
export function PublishingHealth() {
  const { t, lang } = useTexts();
  const { value, failure, reload } = usePolledQuery(
    'GET /v2/admin/publishing',
    {},
    POLL_INTERVAL_MS,
  );
  if (!value) return <LoadingOrError failure={failure} onRetry={reload} rows={3} />;
  const rows: {
    name: string;
    waiting: number;
    oldest: number;
    standing: QueueStatus;
    text: string;
  }[] = [
    ...value.lanes.map(({ lane, waiting, oldest }) => ({
      name: t(`admin.publishing.lane.${lane}`),
      waiting,
      oldest,
      standing: oldest > LATE_AFTER_SECONDS[lane] ? ('late' as const) : ('well' as const),
      text: '',
    })),
    ...(value.storage
      ? [
          {
            name: t('admin.publishing.lane.storage'),
            waiting: 0,
            oldest: (Date.now() - Date.parse(value.storage.since)) / 1_000,
            standing: 'failed' as const,
            text: value.storage.error,
          },
        ]
      : []),
    ...(value.cdn && value.cdn.waiting > 0
      ? [
          {
            name: t('admin.publishing.lane.cdn'),
            waiting: value.cdn.waiting,
            oldest: value.cdn.oldest,
            standing:
              value.cdn.error !== ''
                ? ('failed' as const)
                : value.cdn.oldest > LATE_AFTER_SECONDS.lists
                  ? ('late' as const)
                  : ('well' as const),
            text: value.cdn.error,
          },
        ]
      : []),
    ...(value.failures > 0
      ? [
          {
            name: t('admin.publishing.lane.failures'),
            waiting: value.failures,
            oldest: 0,
            standing: 'failed' as const,
            text: '',
          },
        ]
      : []),
    ...(value.outdated > 0
      ? [
          {
            name: t('admin.publishing.lane.outdated'),
            waiting: value.outdated,
            oldest: 0,
            standing: 'late' as const,
            text: '',
          },
        ]
      : []),
    ...value.tasks.map(({ task, waiting, failed, oldest, error }) => ({
      name: t('admin.publishing.task', {
        task: isNamedTask(task) ? t(`admin.publishing.tasks.${task}`) : task,
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
        {value.pages > 0 && (
          <p className="meta num">
            {t('admin.publishing.pages', { pages: formatNumber(lang, value.pages) })}
          </p>
        )}
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
                <td className="end num">{oldest > 0.5 ? formatDuration(lang, oldest) : '–'}</td>
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
