import type { REPORT_TABS } from '#contracts/admin-choices.ts';
import type { ReportCaseWire } from '#contracts/wire/admin-moderation.ts';
import { setAdminQuery } from '#stores/admin/admin-location.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { forumName } from '../hooks/use-forums.ts';
import type { Column } from '../table/DataTable.tsx';

const GRAVE_KINDS = ['illegal', 'privacy', 'abuse', 'spam'];

/** Columns of the queue: reason, post, author, number and age of reports. */
export function useCaseColumns(tab: (typeof REPORT_TABS)[number]): Column<ReportCaseWire>[] {
  const { t, lang } = useTexts();
  const isOpenTab = tab === 'open' || tab === 'mine';
  return [
    {
      name: 'kind',
      title: t('admin.reports.reason'),
      width: '140px',
      cell: ({ kinds, taken_by, outcome, handled_by }) => (
        <>
          <b className={GRAVE_KINDS.includes(kinds[0]?.kind ?? '') ? 'grave' : ''}>
            {t(`admin.dashboard.kind.${kinds[0]?.kind as 'other'}`)}
          </b>
          {taken_by && !outcome && (
            <p className="meta">{t('admin.reports.with', { name: taken_by.nickname })}</p>
          )}
          {outcome && handled_by && (
            <p className="meta">
              {t('admin.reports.handledBy', {
                outcome: t(`admin.reports.outcome.${outcome as 'ban'}`),
                name: handled_by.nickname,
              })}
            </p>
          )}
        </>
      ),
    },
    {
      name: 'post',
      title: t('admin.reports.what'),
      cell: (row) => (
        <>
          <button
            type="button"
            className="link opens"
            onClick={() => setAdminQuery({ case: String(row.id) })}
          >
            {row.excerpt || row.subject}
          </button>
          <p className="meta">
            {t(row.storey === 0 ? 'admin.reports.threadIn' : 'admin.reports.replyIn', {
              forum: forumName(lang, row),
            })}
          </p>
        </>
      ),
    },
    {
      name: 'author',
      title: t('admin.reports.author'),
      width: '18%',
      cell: (row) => row.author.nickname,
    },
    {
      name: 'reports',
      title: t('admin.reports.count'),
      isSortable: isOpenTab,
      isEndAligned: true,
      width: '72px',
      cell: (row) => row.reports,
    },
    {
      name: 'created_at',
      title: t(isOpenTab ? 'admin.reports.since' : 'admin.reports.at'),
      isSortable: true,
      isEndAligned: true,
      width: '124px',
      cell: (row) => <RelativeTime at={row.created_at} />,
    },
  ];
}
