import { pageArea } from '#client/core/page-info.ts';
import { loadReportCases, QUEUE_PAGE_SIZE } from '#client/moderation/queue.ts';
import type { ReportCaseWire } from '#contracts/wire/admin-moderation.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { foreignLang } from '../../components/foreign-lang.ts';
import { Icon } from '../../components/Icon.tsx';
import { LoadError } from '../../components/LoadError.tsx';
import { PageLinks } from '../../components/Pager.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { onPlainClick } from '../../hooks/use-url-query.ts';
import { CaseContext, CaseReason } from './CaseReason.tsx';
import { type QueueListProps, rowAfter } from './queue-query.ts';
import { ReportCase } from './ReportCase.tsx';

interface RowProps {
  row: ReportCaseWire;
  isOpen: boolean;
  href: string;
  open(path: string): void;
}

function ReportRow({ row, isOpen, href, open }: RowProps) {
  const { t, lang } = useTexts();
  const text = row.excerpt || row.subject;
  return (
    <li aria-current={isOpen ? 'true' : undefined}>
      <a
        className="subject clamped"
        href={href}
        lang={foreignLang(lang, text)}
        onClick={onPlainClick(open)}
      >
        {text}
      </a>
      <CaseReason row={row} />
      <p className="meta dots num">
        <span>{t('moderation.queue.reporters', { count: row.reports })}</span>
        <span>{row.author.nickname}</span>
        <span>
          <CaseContext row={row} />
        </span>
        <RelativeTime at={row.created_at} />
      </p>
    </li>
  );
}

/** The reports of the reader's forums next to the open case; on phones one of both. */
export function ReportQueue({ address, path, go, replace, onDecided }: QueueListProps) {
  const { t } = useTexts();
  const { state, forumId, page, caseId } = address;
  const { value, failure, reload, update } = useQuery(`reports ${state} ${forumId} ${page}`, () =>
    loadReportCases(state, { page, forumId }),
  );
  if (failure) return <LoadError failure={failure} onRetry={reload} />;
  if (!value) return <Skeleton />;
  const { rows, total } = value;
  const isPhone = pageArea() === 'phone';
  const open = isPhone ? go : replace;
  const changed = () => {
    reload(true);
    onDecided();
  };
  const step = (by: number) => {
    const index = rows.findIndex((row) => row.id === caseId);
    const next = rows[index === -1 ? 0 : index + by];
    if (next) replace(path({ caseId: next.id }));
  };
  const leave = () => {
    replace(path({ caseId: rowAfter(rows, caseId) }));
    // removed until the list is reloaded, so that a decided case isn't opened again
    update((now) => ({ ...now, rows: now.rows.filter((row) => row.id !== caseId) }));
    changed();
  };
  const list = (
    <div>
      <ol className="queue-list" aria-label={t('moderation.queue.list')}>
        {rows.map((row) => (
          <ReportRow
            key={row.id}
            row={row}
            isOpen={row.id === caseId}
            href={path({ caseId: row.id })}
            open={open}
          />
        ))}
      </ol>
      <PageLinks
        page={page}
        pages={Math.ceil(total / QUEUE_PAGE_SIZE)}
        href={(number) => path({ page: number, caseId: undefined })}
        go={go}
      />
    </div>
  );
  const none = (
    <EmptyState
      art="reports"
      title={
        state === 'open' ? t('moderation.queue.none.title') : t(`moderation.reports.empty.${state}`)
      }
      text={t(
        state === 'mine' ? 'moderation.reports.empty.mineText' : 'moderation.queue.none.text',
      )}
    />
  );
  if (caseId === undefined && (rows.length === 0 || isPhone))
    return rows.length === 0 ? none : list;
  return (
    <div className={caseId === undefined ? 'queue' : 'queue with-case'}>
      {!isPhone && (rows.length === 0 ? none : list)}
      <aside className="detail" aria-label={t('moderation.reports.detail')}>
        {isPhone && (
          <a
            className="link back"
            href={path({ caseId: undefined })}
            onClick={onPlainClick(replace)}
          >
            <Icon name="left" />
            {t('moderation.queue.back')}
          </a>
        )}
        {caseId === undefined ? (
          <p className="hint">{t('moderation.reports.choose')}</p>
        ) : (
          <ReportCase key={caseId} id={caseId} onStep={step} onChanged={changed} onDone={leave} />
        )}
      </aside>
    </div>
  );
}
