import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { $adminLocation, setAdminQuery } from '#client/admin/admin-location.ts';
import { adminPath } from '#contracts/admin.ts';
import { REPORT_KIND_CODES, REPORT_TABS } from '#contracts/admin-choices.ts';
import type { ReportCaseWire } from '#contracts/wire/admin-moderation.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { TextWithTime } from '../../components/TextWithTime.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { rowAfter } from '../../moderation/queue/queue-query.ts';
import { ReportCase } from '../../moderation/queue/ReportCase.tsx';
import { ScreenHeader } from '../components/ScreenHeader.tsx';
import { useForumFilter } from '../hooks/use-forums.ts';
import { usePolledQuery } from '../hooks/use-polled-query.ts';
import { DataTable } from '../table/DataTable.tsx';
import { useCaseColumns } from './use-case-columns.tsx';

/** Milliseconds between two loads of the number of open cases. */
const POLL_INTERVAL_MS = 60_000;

/** Reports (R28): the queue, and the selected case beside it. */
export default function ReportsScreen() {
  const { t } = useTexts();
  const { detail, query } = useStore($adminLocation);
  const [version, setVersion] = useState(0);
  const [rows, setRows] = useState<ReportCaseWire[]>([]);
  const tab = REPORT_TABS.find((one) => one === detail) ?? 'open';
  const chosen = Number(query.get('case')) || undefined;
  const { value: waiting, reload: countAgain } = usePolledQuery(
    'GET /v2/admin/reports/open',
    {},
    POLL_INTERVAL_MS,
  );
  const forums = useForumFilter();
  const changed = () => {
    setVersion((one) => one + 1);
    countAgain();
  };
  const open = (id: number | undefined) =>
    setAdminQuery({ case: id === undefined ? undefined : String(id) });
  const step = (by: number) => {
    const index = rows.findIndex((row) => row.id === chosen);
    const next = rows[index === -1 ? 0 : index + by];
    if (next) open(next.id);
  };
  /** Leaves a case that was handled for the one beside it; after the last one none is open. */
  const leave = () => {
    open(rowAfter(rows, chosen));
    setRows(rows.filter((row) => row.id !== chosen));
    changed();
  };
  const columns = useCaseColumns(tab);
  return (
    <>
      <ScreenHeader
        title={t('admin.screen.reports')}
        text={
          waiting && (
            <>
              {t('moderation.reports.waiting', { count: waiting.open })}
              {waiting.oldest && (
                <TextWithTime text="moderation.reports.oldest">
                  <RelativeTime at={waiting.oldest} />
                </TextWithTime>
              )}
            </>
          )
        }
      />
      <nav className="tabs-row" aria-label={t('moderation.reports.tabs')}>
        <div className="tabs">
          {REPORT_TABS.map((one) => (
            <a
              key={one}
              href={adminPath('reports', one === 'open' ? '' : one)}
              aria-current={one === tab ? 'page' : undefined}
            >
              {t(`moderation.reports.tab.${one}`)}
              {waiting && (one === 'open' || one === 'mine') && (
                <span className="meta num"> {waiting[one]}</span>
              )}
            </a>
          ))}
        </div>
      </nav>
      <div className="split queue">
        <DataTable
          key={tab}
          name={`reports-${tab}`}
          label={t('admin.screen.reports')}
          call="GET /v2/admin/reports"
          columns={columns}
          id={(row) => row.id}
          rowName={(row) => row.subject}
          defaultSort={tab === 'open' || tab === 'mine' ? 'created_at' : '-created_at'}
          fixedQuery={{ tab }}
          selectFilters={[
            {
              name: 'kind',
              label: t('moderation.reports.anyKind'),
              options: REPORT_KIND_CODES.map(
                (kind) => [kind, t(`moderation.reportKind.${kind}`)] as const,
              ),
            },
            forums,
            {
              name: 'language',
              label: t('moderation.reports.anyLanguage'),
              options: [
                ['zh_CN', t('admin.config.lang.zh')],
                ['en_US', t('admin.config.lang.en')],
              ],
            },
          ]}
          csv
          version={version}
          active={chosen}
          onPage={(page) => setRows(page.rows)}
          empty={{
            title: t(`moderation.reports.empty.${tab}`),
            text: t(`moderation.reports.empty.${tab === 'mine' ? 'mineText' : 'text'}`),
          }}
        />
        <aside className="detail" aria-label={t('moderation.reports.detail')}>
          {chosen === undefined ? (
            rows.length > 0 && <p className="hint">{t('moderation.reports.choose')}</p>
          ) : (
            <ReportCase key={chosen} id={chosen} onStep={step} onChanged={changed} onDone={leave} />
          )}
        </aside>
      </div>
    </>
  );
}
