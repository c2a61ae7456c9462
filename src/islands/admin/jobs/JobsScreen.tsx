import { useStore } from '@nanostores/react';
import { $adminLocation } from '#client/admin/admin-location.ts';
import { $jobs } from '#client/admin/jobs.ts';
import { adminPath } from '#contracts/admin.ts';
import { isJobFinished } from '#contracts/jobs.ts';
import { replyPermalink, threadPath } from '#contracts/paths.ts';
import { formatNumber } from '#i18n/format.ts';
import { foreignLang } from '../../components/foreign-lang.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { BackLink } from '../components/BackLink.tsx';
import { JobProgress } from '../components/JobProgress.tsx';
import { ScreenHeader } from '../components/ScreenHeader.tsx';
import { DataTable } from '../table/DataTable.tsx';

/** Details that a job records for an item. */
interface JobItemDetail {
  purged?: 'thread' | 'reply';
  id?: number;
  why?: 'notFound' | 'conflict';
  path?: string;
  status?: number;
  kind?: 'differs' | 'missing' | 'fails' | 'damaged' | 'unrecorded';
  post?: number;
  thread?: number;
  floor?: number;
  subject?: string;
  author?: string;
  words?: string[];
  before?: string;
  match?: string;
  after?: string;
}

function JobDetails({ id }: { id: number }) {
  const { t, lang } = useTexts();
  const job = useStore($jobs, { keys: [id] })[id];
  return (
    <>
      <ScreenHeader
        title={t('admin.job.title', { id })}
        text={<BackLink screen="jobs">{t('admin.job.back')}</BackLink>}
      />
      <JobProgress id={id} />
      <DataTable
        name="job-items"
        label={t('admin.job.items')}
        call="GET /v2/admin/jobs/{id}/items"
        params={{ id }}
        columns={{
          what: {
            title: 'admin.job.column.what',
            cell: ({ detail }) => {
              const {
                purged,
                id: number = 0,
                path,
                post,
                thread,
                floor,
                subject,
                before,
                match,
                after,
                author,
              } = detail as JobItemDetail;
              if (purged) return t(`admin.job.purged.${purged}`, { id: number });
              if (path) return <a href={path}>{path}</a>;
              if (!thread || !post) return JSON.stringify(detail);
              return (
                <>
                  <a
                    className="link strong"
                    href={
                      floor === 0 ? threadPath(lang, thread) : replyPermalink(lang, thread, post)
                    }
                    lang={subject && foreignLang(lang, subject)}
                  >
                    {subject ?? t('admin.job.post', { id: post })}
                  </a>
                  {match && (
                    <p className="excerpt" lang={foreignLang(lang, `${before}${match}${after}`)}>
                      {before}
                      <mark>{match}</mark>
                      {after}
                    </p>
                  )}
                  {author && (
                    <p className="meta">
                      {floor
                        ? t('admin.job.reply', { floor, name: author })
                        : t('admin.job.thread', { name: author })}
                    </p>
                  )}
                </>
              );
            },
          },
          why: {
            title: 'admin.job.column.why',
            width: '28%',
            cell: ({ detail }) => {
              const {
                purged,
                why,
                words,
                path,
                status,
                kind = 'differs',
              } = detail as JobItemDetail;
              if (purged) return t(`admin.job.outcome.${why ?? 'removed'}`);
              if (path)
                return status === undefined
                  ? t(`admin.job.page.${kind}`)
                  : t('admin.job.status', { status });
              return words?.join(', ') ?? '';
            },
          },
        }}
        id={(row) => row.n}
        version={job?.state}
        empty={job && isJobFinished(job.state) ? 'admin.job.nothing' : 'admin.job.yet'}
      />
    </>
  );
}

/** Jobs of administrators; a job is at /bbs-admin/jobs/{id}. */
export default function JobsScreen() {
  const { t, lang } = useTexts();
  const { detail } = useStore($adminLocation);
  const id = /^[1-9]\d{0,8}$/.test(detail) ? Number(detail) : undefined;
  if (id !== undefined) return <JobDetails key={id} id={id} />;
  return (
    <>
      <ScreenHeader text={t('admin.job.about')} />
      <DataTable
        call="GET /v2/admin/jobs"
        name="jobs"
        columns={{
          kind: {
            title: 'admin.job.column.kind',
            cell: (row) => (
              <a className="link strong" href={adminPath('jobs', String(row.id))}>
                {t(`admin.job.kind.${row.kind}`)} #{row.id}
              </a>
            ),
          },
          state: {
            title: 'admin.job.column.state',
            width: '112px',
            cell: (row) => (
              <span className={`dot ${row.state}`}>{t(`admin.job.state.${row.state}`)}</span>
            ),
          },
          done: {
            title: 'admin.job.column.done',
            isEndAligned: true,
            width: '124px',
            cell: (row) =>
              row.total === null
                ? formatNumber(lang, row.done)
                : t('admin.job.progress', {
                    done: formatNumber(lang, row.done),
                    total: formatNumber(lang, row.total),
                  }),
          },
          found: { title: 'admin.job.column.found', kind: 'number', width: '72px' },
          actor: { title: 'admin.job.column.by', width: '18%', cell: (row) => row.actor ?? '–' },
          created_at: { title: 'admin.job.column.at', kind: 'age', width: '120px' },
        }}
        empty="admin.job.empty"
      />
    </>
  );
}
