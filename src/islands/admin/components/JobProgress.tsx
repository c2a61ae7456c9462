import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import { $jobs, cancelJob, watchJob } from '#client/admin/jobs.ts';
import { showErrorToast } from '#client/core/toasts.ts';
import { adminPath } from '#contracts/admin.ts';
import { isJobFinished } from '#contracts/jobs.ts';
import { formatNumber } from '#i18n/format.ts';
import { Button } from '../../components/Button.tsx';
import { useTexts } from '../../hooks/use-texts.ts';

interface Props {
  id: number;
  /** The link to the result of an ended job. */
  result?: string;
  /** Rendered when the job has ended. */
  children?: ReactNode;
}

/** The progress of a job, which continues while it isn't shown. */
export function JobProgress({ id, result, children }: Props) {
  const { t, lang } = useTexts();
  const job = useStore($jobs, { keys: [id] })[id];
  useEffect(() => watchJob(id), [id]);
  if (!job) return <p className="meta">{t('common.loading')}</p>;
  const isFinished = isJobFinished(job.state);
  const share =
    job.state === 'done' ? 1 : job.total ? Math.min(1, job.done / job.total) : undefined;
  const label = t(`admin.job.kind.${job.kind}`);
  return (
    <div className="job" data-state={job.state}>
      <p>
        <b>{label}</b>
        <span className="meta">{t(`admin.job.state.${job.state}`)}</span>
        {job.total !== null && (
          <span className="meta num">
            {t('admin.job.progress', {
              done: formatNumber(lang, job.done),
              total: formatNumber(lang, job.total),
            })}
          </span>
        )}
        <span className="meta num">{t('admin.job.found', { count: job.found })}</span>
        {!isFinished && (
          <Button
            className="small"
            isInactive={job.cancel_asked}
            onClick={() => void cancelJob(id).catch(showErrorToast)}
          >
            {t('admin.job.cancel')}
          </Button>
        )}
      </p>
      <progress aria-label={label} max={1} value={share} />
      {job.error && <p className="wrong">{job.error}</p>}
      <p className="vh" role="status">
        {isFinished ? `${label}: ${t(`admin.job.state.${job.state}`)}` : ''}
      </p>
      {isFinished && result && (
        <a className="link" href={adminPath('jobs', String(id))}>
          {result}
        </a>
      )}
      {isFinished && children}
    </div>
  );
}
