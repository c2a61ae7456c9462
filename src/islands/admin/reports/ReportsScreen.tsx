import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { $adminLocation, setAdminQuery } from '#client/admin/admin-location.ts';
import { adminPath } from '#contracts/admin.ts';
import { REPORT_TABS } from '#contracts/admin-choices.ts';
import type { ReportCaseWire } from '#contracts/wire/admin-moderation.ts';
import { foreignLang } from '../../components/foreign-lang.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { TextWithTime } from '../../components/TextWithTime.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { CaseContext, CaseReason } from '../../moderation/queue/CaseReason.tsx';
import { rowAfter } from '../../moderation/queue/queue-query.ts';
import { ReportCase } from '../../moderation/queue/ReportCase.tsx';
import { ScreenHeader } from '../components/ScreenHeader.tsx';
import { TabLinks } from '../components/TabLinks.tsx';
import { useForumOptions } from '../hooks/use-forums.ts';
import { usePolledQuery } from '../hooks/use-polled-query.ts';
import { type Column, DataTable } from '../table/DataTable.tsx';
import { useVersion } from '../table/use-table-state.ts';

const POLL_INTERVAL_MS = 60_000;

function useCaseColumns(
  tab: (typeof REPORT_TABS)[number],
): Readonly<Record<string, Column<ReportCaseWire>>> {
  const { t, lang } = useTexts();
  const isOpenTab = tab === 'open' || tab === 'mine';
  return {
    kind: {
      title: 'moderation.reports.reason',
      width: '140px',
      cell: (row) => <CaseReason row={row} />,
    },
    post: {
      title: 'moderation.reports.what',
      cell: (row) => (
        <>
          <div className="case-aside">
            <CaseReason row={row} />
          </div>
          <button
            type="button"
            className="link opens"
            lang={foreignLang(lang, row.excerpt || row.subject)}
            onClick={() => setAdminQuery({ case: String(row.id) })}
          >
            {row.excerpt || row.subject}
          </button>
          <p className="meta">
            <CaseContext row={row} />
          </p>
          <p className="meta dots case-aside">
            <span>{t('moderation.queue.reporters', { count: row.reports })}</span>
            <span>{row.author.nickname}</span>
            <RelativeTime at={row.created_at} />
          </p>
        </>
      ),
    },
    author: {
      title: 'moderation.reports.author',
      width: '18%',
      cell: (row) => row.author.nickname,
    },
    reports: {
      title: 'moderation.reports.count',
      isSortable: isOpenTab,
      isEndAligned: true,
      width: '72px',
    },
    created_at: {
      title: isOpenTab ? 'moderation.reports.since' : 'moderation.reports.at',
      kind: 'age',
      width: '124px',
    },
  };
}

/** Reports (R28): the queue, and the selected case next to it. */
export default function ReportsScreen() {
  const { t } = useTexts();
  const { detail, query } = useStore($adminLocation);
  const [version, reload] = useVersion();
  const [rows, setRows] = useState<ReportCaseWire[]>([]);
  const tab = REPORT_TABS.find((one) => one === detail) ?? 'open';
  const chosen = Number(query.get('case')) || undefined;
  const { value: waiting, reload: countAgain } = usePolledQuery(
    'GET /v2/admin/reports/open',
    {},
    POLL_INTERVAL_MS,
  );
  const forums = useForumOptions();
  const changed = () => {
    reload();
    countAgain();
  };
  const open = (id: number | undefined) =>
    setAdminQuery({ case: id === undefined ? undefined : String(id) });
  const step = (by: number) => {
    const index = rows.findIndex((row) => row.id === chosen);
    const next = rows[index === -1 ? 0 : index + by];
    if (next) open(next.id);
  };
  /** After a case was handled, opens the adjacent one; after the last one, none. */
  const leave = () => {
    open(rowAfter(rows, chosen));
    setRows(rows.filter((row) => row.id !== chosen));
    changed();
  };
  const columns = useCaseColumns(tab);
  return (
    <>
      <ScreenHeader
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
      <TabLinks
        label={t('moderation.reports.tabs')}
        names={REPORT_TABS}
        current={tab}
        href={(one) => adminPath('reports', one === 'open' ? '' : one)}
        text={(one) => (
          <>
            {t(`moderation.reports.tab.${one}`)}
            {(one === 'open' || one === 'mine') && (
              <span className="meta num">{waiting?.[one]}</span>
            )}
          </>
        )}
      />
      <div className={chosen === undefined ? 'split queue' : 'split queue with-case'}>
        <DataTable
          key={tab}
          name={`reports-${tab}`}
          call="GET /v2/admin/reports"
          columns={columns}
          rowName={(row) => row.subject}
          defaultSort={tab === 'open' || tab === 'mine' ? 'created_at' : '-created_at'}
          fixedQuery={{ tab }}
          options={{
            forum_id: forums,
            language: [
              ['zh_CN', t('admin.config.lang.zh')],
              ['en_US', t('admin.config.lang.en')],
            ],
          }}
          version={version}
          active={chosen}
          onPage={(page) => setRows(page.rows)}
          emptyArt="reports"
          empty={{
            title: `moderation.reports.empty.${tab}`,
            text: `moderation.reports.empty.${tab === 'mine' ? 'mineText' : 'text'}`,
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
