import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { $adminLocation } from '#client/admin/admin-location.ts';
import { adminPath } from '#contracts/admin.ts';
import type { PublishedPageWire, PublishFailureWire } from '#contracts/wire/admin-publishing.ts';
import { formatDateTime } from '#i18n/format.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { ScreenHeader } from '../components/ScreenHeader.tsx';
import { type Column, DataTable } from '../table/DataTable.tsx';
import { PublishingHealth } from './PublishingHealth.tsx';
import { RepublishForm } from './RepublishForm.tsx';

function FailuresTable({ version }: { version: number }) {
  const { t, lang } = useTexts();
  const columns: Column<PublishFailureWire>[] = [
    {
      name: 'path',
      title: t('admin.publishing.path'),
      width: '30%',
      cell: (row) => <a href={row.path}>{row.path}</a>,
    },
    {
      name: 'message',
      title: t('admin.publishing.message'),
      cell: (row) => <code>{row.message}</code>,
    },
    {
      name: 'times',
      title: t('admin.publishing.times'),
      isEndAligned: true,
      width: '80px',
      cell: (row) => row.times,
    },
    {
      name: 'last_at',
      title: t('admin.publishing.last'),
      isEndAligned: true,
      width: '120px',
      cell: (row) => <RelativeTime at={row.last_at} />,
    },
    {
      name: 'next_at',
      title: t('admin.publishing.next'),
      isEndAligned: true,
      width: '150px',
      cell: (row) => (
        <time dateTime={row.next_at}>{formatDateTime(lang, new Date(row.next_at))}</time>
      ),
    },
  ];
  return (
    <DataTable
      name="failures"
      label={t('admin.publishing.tab.failures')}
      call="GET /v2/admin/publishing/failures"
      columns={columns}
      id={(row) => row.path}
      defaultSort="-last_at"
      csv
      version={version}
      empty={{
        title: t('admin.publishing.noFailures.title'),
        text: t('admin.publishing.noFailures.text'),
      }}
    />
  );
}

function PagesTable({ version }: { version: number }) {
  const { t } = useTexts();
  const columns: Column<PublishedPageWire>[] = [
    {
      name: 'path',
      title: t('admin.publishing.path'),
      isSortable: true,
      cell: (row) => <a href={row.path}>{row.path}</a>,
    },
    {
      name: 'outdated',
      title: t('admin.publishing.build'),
      width: '160px',
      cell: (row) =>
        row.outdated ? (
          t('admin.publishing.older')
        ) : (
          <span className="meta">{t('admin.publishing.current')}</span>
        ),
    },
    {
      name: 'tags',
      title: t('admin.publishing.tags'),
      isEndAligned: true,
      width: '100px',
      cell: (row) => row.tags,
    },
    {
      name: 'rendered_at',
      title: t('admin.publishing.rendered'),
      isEndAligned: true,
      width: '130px',
      cell: (row) => <RelativeTime at={row.rendered_at} />,
    },
  ];
  return (
    <DataTable
      name="pages"
      label={t('admin.publishing.tab.pages')}
      call="GET /v2/admin/publishing/pages"
      columns={columns}
      id={(row) => row.path}
      defaultSort="path"
      search={t('admin.publishing.prefix')}
      csv
      version={version}
      empty={{
        title: t('admin.publishing.noPages.title'),
        text: t('admin.publishing.noPages.text'),
      }}
    />
  );
}

const TABS = ['failures', 'pages'] as const;

/** Published pages, failures, and jobs that publish again or check. */
export default function PublishingScreen() {
  const { t } = useTexts();
  const { detail } = useStore($adminLocation);
  const [version, setVersion] = useState(0);
  const tab = detail === 'pages' ? 'pages' : 'failures';
  return (
    <>
      <ScreenHeader title={t('admin.screen.publishing')} text={t('admin.publishing.about')} />
      <PublishingHealth />
      <RepublishForm onDone={() => setVersion((one) => one + 1)} />
      <nav className="tabs-row" aria-label={t('admin.publishing.tables')}>
        <div className="tabs">
          {TABS.map((one) => (
            <a
              key={one}
              href={adminPath('publishing', one === 'failures' ? '' : one)}
              aria-current={one === tab ? 'page' : undefined}
            >
              {t(`admin.publishing.tab.${one}`)}
            </a>
          ))}
        </div>
      </nav>
      {tab === 'pages' ? (
        <PagesTable key="pages" version={version} />
      ) : (
        <FailuresTable key="failures" version={version} />
      )}
    </>
  );
}
