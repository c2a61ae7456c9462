import { useStore } from '@nanostores/react';
import { $jobs } from '#client/admin/jobs.ts';
import { isJobFinished } from '#contracts/jobs.ts';
import { replyPermalink, threadPath } from '#contracts/paths.ts';
import type { JobItemWire } from '#contracts/wire/admin-job.ts';
import { foreignLang } from '../../components/foreign-lang.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { BackLink } from '../components/BackLink.tsx';
import { JobProgress } from '../components/JobProgress.tsx';
import { ScreenHeader } from '../components/ScreenHeader.tsx';
import { type Column, DataTable } from '../table/DataTable.tsx';

/** Details of an item that a job has recorded. */
interface JobItemDetail {
  purged?: 'thread' | 'reply';
  id?: number;
  why?: 'notFound' | 'conflict';
  path?: string;
  status?: number;
  kind?: 'differs' | 'missing' | 'fails' | 'unrecorded';
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

/** A job with all of its items. */
export function JobDetails({ id }: { id: number }) {
  const { t, lang } = useTexts();
  const job = useStore($jobs, { keys: [id] })[id];
  const columns: Column<JobItemWire>[] = [
    {
      name: 'what',
      title: t('admin.job.column.what'),
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
              href={floor === 0 ? threadPath(lang, thread) : replyPermalink(lang, thread, post)}
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
    {
      name: 'why',
      title: t('admin.job.column.why'),
      width: '28%',
      cell: ({ detail }) => {
        const { purged, why, words, path, status, kind = 'differs' } = detail as JobItemDetail;
        if (purged) return t(`admin.job.outcome.${why ?? 'removed'}`);
        if (path)
          return status === undefined
            ? t(`admin.job.page.${kind}`)
            : t('admin.job.status', { status });
        return words?.join(', ') ?? '';
      },
    },
  ];
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
        columns={columns}
        id={(row) => row.n}
        defaultSort="n"
        csv
        version={job?.state}
        empty={
          job && isJobFinished(job.state)
            ? { title: t('admin.job.nothing.title'), text: t('admin.job.nothing.text') }
            : { title: t('admin.job.yet.title'), text: t('admin.job.yet.text') }
        }
      />
    </>
  );
}
