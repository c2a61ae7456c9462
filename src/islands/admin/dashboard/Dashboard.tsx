import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import { type DashboardWire, PERIODS } from '#contracts/wire/admin-dashboard.ts';
import { $place, setQuery } from '#stores/admin/place.ts';
import { Bones } from '../../ui/Bones.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useTexts } from '../../ui/text.ts';
import { Health } from '../publishing/Health.tsx';
import { Head } from '../ui/Head.tsx';
import { useLooked } from '../ui/looked.ts';
import { Refused } from '../ui/Refused.tsx';
import { Actions } from './Actions.tsx';
import { Kinds } from './Kinds.tsx';
import { Metrics } from './Metrics.tsx';
import { Waiting } from './Waiting.tsx';

/** uPlot and what draws with it come when there is something to draw. */
const Charts = lazy(() => import('./Charts.tsx'));

/** Milliseconds between looks. */
const EVERY = 60_000;

/** What happened, what waits for somebody, and how the machine is. */
export default function Dashboard() {
  const { t } = useTexts();
  const { query } = useStore($place);
  const days = PERIODS.find((one) => String(one) === query.get('days')) ?? 30;
  const { seen, failure, again } = useLooked<DashboardWire>('/v2/admin/dashboard', { days }, EVERY);
  return (
    <>
      <Head title={t('admin.screen.dashboard')} text={t('admin.dashboard.about')}>
        <fieldset className="switches">
          <legend className="vh">{t('admin.dashboard.period')}</legend>
          {PERIODS.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === days}
              onClick={() => setQuery({ days: one === 30 ? undefined : String(one) })}
            >
              {t('admin.dashboard.days', { n: one })}
            </button>
          ))}
        </fieldset>
        <a className="btn" href={`/api/v2/admin/dashboard.csv?days=${days}`} download>
          <Icon name="download" />
          {t('admin.table.csv')}
        </a>
      </Head>
      {!seen ? (
        failure ? (
          <Refused failure={failure} again={again} />
        ) : (
          <Bones rows={6} />
        )
      ) : (
        <>
          <Metrics seen={seen} />
          <div className="split">
            <div>
              <Suspense fallback={<Bones rows={4} />}>
                <Charts seen={seen} />
              </Suspense>
              <Health />
            </div>
            <aside>
              <Waiting waiting={seen.waiting} />
              <Kinds kinds={seen.kinds} days={days} />
              <Actions actions={seen.actions} />
            </aside>
          </div>
        </>
      )}
    </>
  );
}
