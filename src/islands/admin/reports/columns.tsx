import type { CaseWire, REPORT_TABS } from '#contracts/wire/admin-moderation.ts';
import { setQuery } from '#stores/admin/place.ts';
import { useTexts } from '../../ui/text.ts';
import type { Column } from '../table/DataTable.tsx';
import { forumName } from '../ui/forums.ts';
import { When } from '../ui/When.tsx';

const GRAVE = ['illegal', 'privacy', 'abuse', 'spam'];

/** Columns of the queue: the reason, what was reported, who wrote it, how often and since when. */
export function useCaseColumns(tab: (typeof REPORT_TABS)[number]): Column<CaseWire>[] {
  const { t, lang } = useTexts();
  const waits = tab === 'open' || tab === 'mine';
  return [
    {
      name: 'kind',
      title: t('admin.reports.reason'),
      width: '140px',
      cell: ({ kinds, taken_by, outcome, handled_by }) => (
        <>
          <b className={GRAVE.includes(kinds[0]?.kind ?? '') ? 'grave' : ''}>
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
            onClick={() => setQuery({ case: String(row.id) })}
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
      sorts: waits,
      end: true,
      width: '72px',
      cell: (row) => row.reports,
    },
    {
      name: 'created_at',
      title: t(waits ? 'admin.reports.since' : 'admin.reports.at'),
      sorts: true,
      end: true,
      width: '124px',
      cell: (row) => <When at={row.created_at} />,
    },
  ];
}
