import { useState } from 'react';
import { adminPath } from '#contracts/admin.ts';
import type { JobStartedWire } from '#contracts/wire/admin-job.ts';
import { PAGE_PATH, type RepublishWire } from '#contracts/wire/admin-publishing.ts';
import { call } from '#stores/api.ts';
import { Failure } from '#stores/failure.ts';
import { report } from '#stores/tips.ts';
import { Button } from '../../ui/Button.tsx';
import { useForm } from '../../ui/form.ts';
import { useReason } from '../../ui/reason.ts';
import { useTexts } from '../../ui/text.ts';
import { AskDialog } from '../form/AskDialog.tsx';
import { TextField } from '../form/fields.tsx';
import { JobProgress } from '../ui/JobProgress.tsx';

/** A number is a thread's, anything else an address, with the site in front or without. */
function meant(text: string): RepublishWire | undefined {
  const wanted = text.trim();
  if (/^[1-9]\d{0,8}$/.test(wanted)) return { what: 'thread', id: Number(wanted) };
  const path = wanted.startsWith(`${location.origin}/`)
    ? wanted.slice(location.origin.length).replace(/[?#].*$/, '')
    : wanted;
  return PAGE_PATH.test(path) ? { what: 'path', path } : undefined;
}

/**
 * Publishes a page, a thread or everything once more, and compares files with the database; as
 * jobs.
 */
export function Again({ onDone }: { onDone(): void }) {
  const { t } = useTexts();
  const [what, setWhat] = useState('');
  const [job, setJob] = useState<number>();
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const reason = useReason(failure);
  const { problems, touch, submit } = useForm(
    { what },
    { what: ({ what: text }) => (meant(text) ? undefined : t('admin.publishing.problem')) },
  );
  const start = async (wanted: RepublishWire) => {
    setFailure(undefined);
    setJob(
      (
        await call<JobStartedWire>('/v2/admin/publishing/jobs', {
          method: 'POST',
          body: { ...wanted },
        })
      ).job,
    );
    onDone();
  };
  const send = async () => {
    const wanted = meant(what);
    if (!submit() || !wanted) return;
    try {
      await start(wanted);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      setFailure(error);
    }
  };
  return (
    <section className="block">
      <h2>{t('admin.publishing.again')}</h2>
      <form
        className="inline"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <TextField
          label={t('admin.publishing.againLabel')}
          hint={t('admin.publishing.againHint')}
          placeholder="/zh/post/42"
          value={what}
          problem={problems.what ?? reason}
          onBlur={() => what && touch('what')}
          onChange={setWhat}
        />
        <Button type="submit">{t('admin.publishing.againAction')}</Button>
        <Button onClick={() => setAsking(true)}>{t('admin.publishing.everything')}</Button>
        <Button onClick={() => void start({ what: 'check', all: false }).catch(report)}>
          {t('admin.publishing.check')}
        </Button>
      </form>
      {job !== undefined && (
        <JobProgress key={job} id={job}>
          <a className="link" href={adminPath('jobs', String(job))}>
            {t('admin.publishing.result')}
          </a>
        </JobProgress>
      )}
      {asking && (
        <AskDialog
          title={t('admin.publishing.everythingTitle')}
          text={t('admin.publishing.everythingText')}
          action={t('admin.publishing.everything')}
          onClose={() => setAsking(false)}
          act={() => start({ what: 'everything' })}
        />
      )}
    </section>
  );
}
