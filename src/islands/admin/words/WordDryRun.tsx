import { useEffect, useState } from 'react';
import { call } from '#client/core/api.ts';
import { showErrorToast } from '#client/core/toasts.ts';
import { adminPath } from '#contracts/admin.ts';
import { Button } from '../../components/Button.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { JobProgress } from '../components/JobProgress.tsx';

/** Searches all posts for the words of the list; nothing is changed. */
export function WordDryRun() {
  const { t } = useTexts();
  const [job, setJob] = useState<number>();
  // The running dry run, or the last one: it continues without a viewer and after a restart.
  useEffect(() => {
    call('GET /v2/admin/jobs', { query: { kind: 'screen', limit: 1 } })
      .then(({ rows }) => rows[0] && setJob(rows[0].id))
      .catch(showErrorToast);
  }, []);
  const start = async () => {
    try {
      setJob((await call('POST /v2/admin/words/dry-run', { body: {} })).job);
    } catch (error) {
      showErrorToast(error);
    }
  };
  return (
    <section className="block">
      <h2>{t('admin.words.dry')}</h2>
      <p className="hint">{t('admin.words.dryText')}</p>
      <p className="row">
        <Button onClick={() => void start()}>{t('admin.words.dryAction')}</Button>
      </p>
      {job !== undefined && (
        <JobProgress key={job} id={job}>
          <a className="link" href={adminPath('jobs', String(job))}>
            {t('admin.words.dryResult')}
          </a>
        </JobProgress>
      )}
    </section>
  );
}
