import type { DashboardWire } from '#contracts/wire/admin-dashboard.ts';
import { useTexts } from '../../ui/text.ts';
import { Chart } from './Chart.tsx';

/**
 * Replies and threads in a chart each, below each other: in one, replies would flatten the other
 * line.
 */
export default function Charts({ seen }: { seen: DashboardWire }) {
  const { t } = useTexts();
  return (
    <>
      <section className="block">
        <h2>{t('admin.dashboard.posts')}</h2>
        <Chart
          days={seen.days}
          series={[
            { label: t('admin.dashboard.metric.replies'), numbers: seen.replies, look: 'area' },
          ]}
          height={168}
        />
        <Chart
          days={seen.days}
          series={[
            { label: t('admin.dashboard.metric.threads'), numbers: seen.threads, look: 'line' },
          ]}
          height={128}
        />
      </section>
      <section className="block">
        <h2>{t('admin.dashboard.newUsers')}</h2>
        <Chart
          days={seen.days}
          series={[{ label: t('admin.dashboard.metric.users'), numbers: seen.users, look: 'line' }]}
          height={128}
        />
      </section>
      <section className="block">
        <h2>{t('admin.dashboard.reportsAndBans')}</h2>
        <Chart
          days={seen.days}
          series={[
            { label: t('admin.dashboard.metric.reports'), numbers: seen.reports, look: 'bars' },
            { label: t('admin.dashboard.metric.bans'), numbers: seen.bans, look: 'bad' },
          ]}
          height={148}
        />
      </section>
    </>
  );
}
