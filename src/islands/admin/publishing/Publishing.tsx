import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { adminPath } from '#contracts/admin.ts';
import type { PageWire, PublishFailureWire } from '#contracts/wire/admin-publishing.ts';
import { formatMoment } from '#i18n/format.ts';
import { $place } from '#stores/admin/place.ts';
import { useTexts } from '../../ui/text.ts';
import { type Column, DataTable } from '../table/DataTable.tsx';
import { Head } from '../ui/Head.tsx';
import { When } from '../ui/When.tsx';
import { Again } from './Again.tsx';
import { Health } from './Health.tsx';

function Failures({ version }: { version: number }) {
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
      end: true,
      width: '80px',
      cell: (row) => row.times,
    },
    {
      name: 'last_at',
      title: t('admin.publishing.last'),
      end: true,
      width: '120px',
      cell: (row) => <When at={row.last_at} />,
    },
    {
      name: 'next_at',
      title: t('admin.publishing.next'),
      end: true,
      width: '150px',
      cell: (row) => (
        <time dateTime={row.next_at}>{formatMoment(lang, new Date(row.next_at))}</time>
      ),
    },
  ];
  return (
    <DataTable
      name="failures"
      label={t('admin.publishing.tab.failures')}
      path="/v2/admin/publishing/failures"
      columns={columns}
      id={(row) => row.path}
      normal="-last_at"
      csv
      version={version}
      empty={{
        title: t('admin.publishing.noFailures.title'),
        text: t('admin.publishing.noFailures.text'),
      }}
    />
  );
}

function Pages({ version }: { version: number }) {
  const { t } = useTexts();
  const columns: Column<PageWire>[] = [
    {
      name: 'path',
      title: t('admin.publishing.path'),
      sorts: true,
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
      end: true,
      width: '100px',
      cell: (row) => row.tags,
    },
    {
      name: 'rendered_at',
      title: t('admin.publishing.rendered'),
      end: true,
      width: '130px',
      cell: (row) => <When at={row.rendered_at} />,
    },
  ];
  return (
    <DataTable
      name="pages"
      label={t('admin.publishing.tab.pages')}
      path="/v2/admin/publishing/pages"
      columns={columns}
      id={(row) => row.path}
      normal="path"
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

/** What is published, what waits, what fails; doing it again, and checking it. */
export default function Publishing() {
  const { t } = useTexts();
  const { rest } = useStore($place);
  const [version, setVersion] = useState(0);
  const tab = rest === 'pages' ? 'pages' : 'failures';
  return (
    <>
      <Head title={t('admin.screen.publishing')} text={t('admin.publishing.about')} />
      <Health />
      <Again onDone={() => setVersion((one) => one + 1)} />
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
        <Pages key="pages" version={version} />
      ) : (
        <Failures key="failures" version={version} />
      )}
    </>
  );
}
