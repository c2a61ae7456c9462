import { formatDuration, formatNumber } from '#i18n/format.ts';
import type { TranslationKey } from '#i18n/translation-key.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { LoadingOrError } from '../components/LoadingOrError.tsx';
import { usePolledQuery } from '../hooks/use-polled-query.ts';

/** Seconds after which a lane counts as late; counts are batched for half a minute. */
const LATE_AFTER_SECONDS = { posts: 5, lists: 15, counts: 90 } as const;

interface QueueState {
  /** Seconds that the oldest entry has been in the queue. */
  oldest?: number;
  standing: 'well' | 'late' | 'failed';
  text?: string;
}

type QueueRow = Required<QueueState> & { name: string; waiting: number };

const toRow = (name: string, waiting: number, state: QueueState): QueueRow => ({
  name,
  waiting,
  oldest: 0,
  text: '',
  ...state,
});

const POLL_INTERVAL_MS = 5_000;

export function PublishingHealth() {
  const { t, lang } = useTexts();
  const { value, ...loading } = usePolledQuery('GET /v2/admin/publishing', {}, POLL_INTERVAL_MS);
  if (!value) return <LoadingOrError {...loading} rows={3} />;
  const { storage, cdn, failures, outdated } = value;
  const rows: QueueRow[] = [
    ...value.lanes.map(({ lane, waiting, oldest }) =>
      toRow(t(`admin.publishing.lane.${lane}`), waiting, {
        oldest,
        standing: oldest > LATE_AFTER_SECONDS[lane] ? 'late' : 'well',
      }),
    ),
    storage &&
      toRow(t('admin.publishing.lane.storage'), 0, {
        oldest: (Date.now() - Date.parse(storage.since)) / 1_000,
        standing: 'failed',
        text: storage.error,
      }),
    cdn &&
      cdn.waiting > 0 &&
      toRow(t('admin.publishing.lane.cdn'), cdn.waiting, {
        oldest: cdn.oldest,
        standing:
          cdn.error !== '' ? 'failed' : cdn.oldest > LATE_AFTER_SECONDS.lists ? 'late' : 'well',
        text: cdn.error,
      }),
    failures > 0 && toRow(t('admin.publishing.lane.failures'), failures, { standing: 'failed' }),
    outdated > 0 && toRow(t('admin.publishing.lane.outdated'), outdated, { standing: 'late' }),
    ...value.tasks.map(({ task, waiting, failed, oldest, error }) =>
      toRow(
        t('admin.publishing.task', {
          task: t(`admin.publishing.tasks.${task}` as TranslationKey, { defaultValue: task }),
        }),
        waiting,
        { oldest, standing: failed > 0 ? 'failed' : 'well', text: failed > 0 ? (error ?? '') : '' },
      ),
    ),
  ].filter((row) => !!row);
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
