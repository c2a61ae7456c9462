import type { DashboardWire } from '#contracts/wire/admin-dashboard.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { DailyChart } from './DailyChart.tsx';

/** Replies and threads have a chart each: in a common one replies would flatten the other line. */
export default function DashboardCharts({ seen: data }: { seen: DashboardWire }) {
  const { t } = useTexts();
  return (
    <>
      <section className="block">
        <h2>{t('admin.dashboard.posts')}</h2>
        <DailyChart
          days={data.days}
          series={[
            { label: t('admin.dashboard.metric.replies'), values: data.replies, style: 'area' },
          ]}
          height={168}
        />
        <DailyChart
          days={data.days}
          series={[
            { label: t('admin.dashboard.metric.threads'), values: data.threads, style: 'line' },
          ]}
          height={128}
        />
      </section>
      <section className="block">
        <h2>{t('admin.dashboard.newUsers')}</h2>
        <DailyChart
          days={data.days}
          series={[{ label: t('admin.dashboard.metric.users'), values: data.users, style: 'line' }]}
          height={128}
        />
      </section>
      <section className="block">
        <h2>{t('admin.dashboard.reportsAndBans')}</h2>
        <DailyChart
          days={data.days}
          series={[
            { label: t('admin.dashboard.metric.reports'), values: data.reports, style: 'bars' },
            { label: t('admin.dashboard.metric.bans'), values: data.bans, style: 'bad' },
          ]}
          height={148}
        />
      </section>
    </>
  );
}
