import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import { $adminLocation, setAdminQuery } from '#client/admin/admin-location.ts';
import { DASHBOARD_PERIOD_DAYS } from '#contracts/admin-choices.ts';
import { Icon } from '../../components/Icon.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { AdminLoadError } from '../components/AdminLoadError.tsx';
import { ScreenHeader } from '../components/ScreenHeader.tsx';
import { usePolledQuery } from '../hooks/use-polled-query.ts';
import { PublishingHealth } from '../publishing/PublishingHealth.tsx';
import { Metrics } from './Metrics.tsx';
import { Operation } from './Operation.tsx';
import { PendingWork } from './PendingWork.tsx';
import { RecentActions } from './RecentActions.tsx';
import { ReportKinds } from './ReportKinds.tsx';

/** uPlot is fetched when there is data to draw. */
const DashboardCharts = lazy(() => import('./DashboardCharts.tsx'));

/** Milliseconds between two loads. */
const POLL_INTERVAL_MS = 60_000;

/** The dashboard: recent activity, pending work, and the state of the product. */
export default function DashboardScreen() {
  const { t } = useTexts();
  const { query } = useStore($adminLocation);
  const days = DASHBOARD_PERIOD_DAYS.find((one) => String(one) === query.get('days')) ?? 30;
  const { value, failure, reload } = usePolledQuery(
    'GET /v2/admin/dashboard',
    { query: { days } },
    POLL_INTERVAL_MS,
  );
  return (
    <>
      <ScreenHeader title={t('admin.screen.dashboard')} text={t('admin.dashboard.about')}>
        <fieldset className="switches">
          <legend className="vh">{t('admin.dashboard.period')}</legend>
          {DASHBOARD_PERIOD_DAYS.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === days}
              onClick={() => setAdminQuery({ days: one === 30 ? undefined : String(one) })}
            >
              {t('admin.dashboard.days', { n: one })}
            </button>
          ))}
        </fieldset>
        <a className="btn" href={`/api/v2/admin/dashboard.csv?days=${days}`} download>
          <Icon name="download" />
          {t('admin.table.csv')}
        </a>
      </ScreenHeader>
      {!value ? (
        failure ? (
          <AdminLoadError failure={failure} onRetry={reload} />
        ) : (
          <Skeleton rows={6} />
        )
      ) : (
        <>
          <Metrics seen={value} />
          <div className="split">
            <div>
              <Suspense fallback={<Skeleton rows={4} />}>
                <DashboardCharts seen={value} />
              </Suspense>
              <PublishingHealth />
              <Operation />
            </div>
            <aside>
              <PendingWork waiting={value.waiting} />
              <ReportKinds kinds={value.kinds} days={days} />
              <RecentActions actions={value.actions} />
            </aside>
          </div>
        </>
      )}
    </>
  );
}
