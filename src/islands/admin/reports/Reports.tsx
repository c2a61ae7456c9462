import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { adminPath } from '#contracts/admin.ts';
import {
  type CaseWire,
  type OpenCasesWire,
  REPORT_TABS,
  REPORT_TYPES,
} from '#contracts/wire/admin-moderation.ts';
import { $place, setQuery } from '#stores/admin/place.ts';
import { useTexts } from '../../ui/text.ts';
import { DataTable } from '../table/DataTable.tsx';
import { useForumChoice } from '../ui/forums.ts';
import { Head } from '../ui/Head.tsx';
import { useLooked } from '../ui/looked.ts';
import { When } from '../ui/When.tsx';
import { Case } from './Case.tsx';
import { useCaseColumns } from './columns.tsx';

/** Milliseconds between looks at how many wait. */
const EVERY = 60_000;

/** What was reported (R28): the queue, and beside it the one that somebody looks at. */
export default function Reports() {
  const { t } = useTexts();
  const { rest, query } = useStore($place);
  const [version, setVersion] = useState(0);
  const [rows, setRows] = useState<CaseWire[]>([]);
  const tab = REPORT_TABS.find((one) => one === rest) ?? 'open';
  const chosen = Number(query.get('case')) || undefined;
  const { seen: waiting, again: countAgain } = useLooked<OpenCasesWire>(
    '/v2/admin/reports/open',
    {},
    EVERY,
  );
  const forums = useForumChoice();
  const changed = () => {
    setVersion((one) => one + 1);
    countAgain();
  };
  const open = (id: number | undefined) =>
    setQuery({ case: id === undefined ? undefined : String(id) });
  const step = (by: number) => {
    const index = rows.findIndex((row) => row.id === chosen);
    const next = rows[index === -1 ? 0 : index + by];
    if (next) open(next.id);
  };
  const columns = useCaseColumns(tab);
  return (
    <>
      <Head
        title={t('admin.screen.reports')}
        text={
          waiting && (
            <>
              {t('admin.reports.waiting', { count: waiting.open })}
              {waiting.oldest && (
                <>
                  {t('admin.reports.oldest')} <When at={waiting.oldest} />
                </>
              )}
            </>
          )
        }
      />
      <nav className="tabs-row" aria-label={t('admin.reports.tabs')}>
        <div className="tabs">
          {REPORT_TABS.map((one) => (
            <a
              key={one}
              href={adminPath('reports', one === 'open' ? '' : one)}
              aria-current={one === tab ? 'page' : undefined}
            >
              {t(`admin.reports.tab.${one}`)}
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
          path="/v2/admin/reports"
          columns={columns}
          id={(row) => row.id}
          rowName={(row) => row.subject}
          normal={tab === 'open' || tab === 'mine' ? 'created_at' : '-created_at'}
          always={{ tab }}
          choices={[
            {
              name: 'kind',
              label: t('admin.reports.anyKind'),
              options: REPORT_TYPES.map(
                (kind) => [kind, t(`admin.dashboard.kind.${kind}`)] as const,
              ),
            },
            forums,
            {
              name: 'language',
              label: t('admin.reports.anyLanguage'),
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
          empty={{ title: t(`admin.reports.empty.${tab}`), text: t('admin.reports.empty.text') }}
        />
        <aside className="detail" aria-label={t('admin.reports.detail')}>
          {chosen === undefined ? (
            <p className="hint">{t('admin.reports.choose')}</p>
          ) : (
            <Case
              key={chosen}
              id={chosen}
              onStep={step}
              onChanged={changed}
              onDone={() => {
                step(1);
                changed();
              }}
            />
          )}
        </aside>
      </div>
    </>
  );
}
