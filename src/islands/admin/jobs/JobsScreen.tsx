import { useStore } from '@nanostores/react';
import { $adminLocation } from '#client/admin/admin-location.ts';
import { adminPath } from '#contracts/admin.ts';
import { JOB_KINDS, JOB_STATES } from '#contracts/jobs.ts';
import type { JobWire } from '#contracts/wire/admin-job.ts';
import { formatNumber } from '#i18n/format.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { ScreenHeader } from '../components/ScreenHeader.tsx';
import { type Column, DataTable } from '../table/DataTable.tsx';
import { JobDetails } from './JobDetails.tsx';

/** Jobs of administrators; a job is at /bbs-admin/jobs/{id}. */
export default function JobsScreen() {
  const { t, lang } = useTexts();
  const { detail } = useStore($adminLocation);
  const id = /^[1-9]\d{0,8}$/.test(detail) ? Number(detail) : undefined;
  if (id !== undefined) return <JobDetails key={id} id={id} />;
  const columns: Column<JobWire>[] = [
    {
      name: 'kind',
      title: t('admin.job.column.kind'),
      cell: (row) => (
        <a className="link strong" href={adminPath('jobs', String(row.id))}>
          {t(`admin.job.kind.${row.kind}`)} #{row.id}
        </a>
      ),
    },
    {
      name: 'state',
      title: t('admin.job.column.state'),
      width: '112px',
      cell: (row) => (
        <span className={`dot ${row.state}`}>{t(`admin.job.state.${row.state}`)}</span>
      ),
    },
    {
      name: 'done',
      title: t('admin.job.column.done'),
      isEndAligned: true,
      width: '124px',
      cell: (row) =>
        row.total === null
          ? formatNumber(lang, row.done)
          : t('admin.job.progress', {
              done: formatNumber(lang, row.done),
              total: formatNumber(lang, row.total),
            }),
    },
    {
      name: 'found',
      title: t('admin.job.column.found'),
      isEndAligned: true,
      width: '72px',
      cell: (row) => formatNumber(lang, row.found),
    },
    {
      name: 'actor',
      title: t('admin.job.column.by'),
      width: '18%',
      cell: (row) => row.actor ?? '–',
    },
    {
      name: 'created_at',
      title: t('admin.job.column.at'),
      isEndAligned: true,
      width: '120px',
      cell: (row) => <RelativeTime at={row.created_at} />,
    },
  ];
  return (
    <>
      <ScreenHeader title={t('admin.screen.jobs')} text={t('admin.job.about')} />
      <DataTable
        call="GET /v2/admin/jobs"
        name="jobs"
        label={t('admin.screen.jobs')}
        columns={columns}
        defaultSort="-id"
        selectFilters={[
          {
            name: 'kind',
            label: t('admin.job.anyKind'),
            options: JOB_KINDS.map((kind) => [kind, t(`admin.job.kind.${kind}`)] as const),
          },
          {
            name: 'state',
            label: t('admin.job.anyState'),
            options: JOB_STATES.map((state) => [state, t(`admin.job.state.${state}`)] as const),
          },
        ]}
        empty={{ title: t('admin.job.empty.title'), text: t('admin.job.empty.text') }}
      />
    </>
  );
}
