import { useStore } from '@nanostores/react';
import { adminPath } from '#contracts/admin.ts';
import { JOB_KINDS, JOB_STATES } from '#contracts/jobs.ts';
import type { JobWire } from '#contracts/wire/admin-job.ts';
import { formatNumber } from '#i18n/format.ts';
import { $place } from '#stores/admin/place.ts';
import { useTexts } from '../../ui/text.ts';
import { type Column, DataTable } from '../table/DataTable.tsx';
import { Head } from '../ui/Head.tsx';
import { When } from '../ui/When.tsx';
import { OneJob } from './OneJob.tsx';

/** Jobs that administrators started; one of them at /bbs-admin/jobs/{id}. */
export default function Jobs() {
  const { t, lang } = useTexts();
  const { rest } = useStore($place);
  const id = /^[1-9]\d{0,8}$/.test(rest) ? Number(rest) : undefined;
  if (id !== undefined) return <OneJob key={id} id={id} />;
  const columns: Column<JobWire>[] = [
    {
      name: 'kind',
      title: t('admin.job.column.kind'),
      cell: (row) => (
        <a className="link strong" href={adminPath('jobs', String(row.id))}>
          {t(`admin.job.kind.${row.kind}`)} {row.id}
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
      end: true,
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
      end: true,
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
      end: true,
      width: '120px',
      cell: (row) => <When at={row.created_at} />,
    },
  ];
  return (
    <>
      <Head title={t('admin.screen.jobs')} text={t('admin.job.about')} />
      <DataTable
        name="jobs"
        label={t('admin.screen.jobs')}
        columns={columns}
        normal="-id"
        choices={[
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
