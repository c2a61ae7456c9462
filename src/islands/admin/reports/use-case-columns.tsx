import { setAdminQuery } from '#client/admin/admin-location.ts';
import type { REPORT_TABS } from '#contracts/admin-choices.ts';
import type { ReportCaseWire } from '#contracts/wire/admin-moderation.ts';
import { foreignLang } from '../../components/foreign-lang.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { CasePlace } from '../../moderation/queue/CasePlace.tsx';
import { CaseReason } from '../../moderation/queue/CaseReason.tsx';
import type { Column } from '../table/DataTable.tsx';

/** Columns of the queue: reason, post, author, number and age of reports. */
export function useCaseColumns(tab: (typeof REPORT_TABS)[number]): Column<ReportCaseWire>[] {
  const { t, lang } = useTexts();
  const isOpenTab = tab === 'open' || tab === 'mine';
  return [
    {
      name: 'kind',
      title: t('moderation.reports.reason'),
      width: '140px',
      cell: (row) => <CaseReason row={row} />,
    },
    {
      name: 'post',
      title: t('moderation.reports.what'),
      cell: (row) => (
        <>
          <button
            type="button"
            className="link opens"
            lang={foreignLang(lang, row.excerpt || row.subject)}
            onClick={() => setAdminQuery({ case: String(row.id) })}
          >
            {row.excerpt || row.subject}
          </button>
          <p className="meta">
            <CasePlace row={row} />
          </p>
        </>
      ),
    },
    {
      name: 'author',
      title: t('moderation.reports.author'),
      width: '18%',
      cell: (row) => row.author.nickname,
    },
    {
      name: 'reports',
      title: t('moderation.reports.count'),
      isSortable: isOpenTab,
      isEndAligned: true,
      width: '72px',
      cell: (row) => row.reports,
    },
    {
      name: 'created_at',
      title: t(isOpenTab ? 'moderation.reports.since' : 'moderation.reports.at'),
      isSortable: true,
      isEndAligned: true,
      width: '124px',
      cell: (row) => <RelativeTime at={row.created_at} />,
    },
  ];
}
