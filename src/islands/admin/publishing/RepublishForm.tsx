import { useState } from 'react';
import { call } from '#client/core/api.ts';
import { Failure } from '#client/core/failure.ts';
import { showErrorToast } from '#client/core/toasts.ts';
import { adminPath } from '#contracts/admin.ts';
import { PUBLISHED_PATH_PATTERN } from '#contracts/paths.ts';
import type { RepublishWire } from '#contracts/wire/admin-publishing.ts';
import { Button } from '../../components/Button.tsx';
import { useErrorMessage } from '../../hooks/use-error-message.ts';
import { useForm } from '../../hooks/use-form.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { JobProgress } from '../components/JobProgress.tsx';
import { AdminFormDialog } from '../form/AdminFormDialog.tsx';
import { TextField } from '../form/form-fields.tsx';

/** A number is a thread's id, anything else an address, with or without the site's origin. */
function parseTarget(text: string): RepublishWire | undefined {
  const wanted = text.trim();
  if (/^[1-9]\d{0,8}$/.test(wanted)) return { what: 'thread', id: Number(wanted) };
  const path = wanted.startsWith(`${location.origin}/`)
    ? wanted.slice(location.origin.length).replace(/[?#].*$/s, '')
    : wanted;
  return PUBLISHED_PATH_PATTERN.test(path) ? { what: 'path', path } : undefined;
}

/**
 * Starts jobs that publish a page, a thread or everything again, or compare files with the
 * database.
 */
export function RepublishForm({ onDone }: { onDone(): void }) {
  const { t } = useTexts();
  const [what, setWhat] = useState('');
  const [jobId, setJobId] = useState<number>();
  const [isConfirming, setConfirming] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const reason = useErrorMessage(failure);
  const { problems, touch, submit } = useForm(
    { what },
    { what: ({ what: text }) => (parseTarget(text) ? undefined : t('admin.publishing.problem')) },
  );
  const start = async (wanted: RepublishWire) => {
    setFailure(undefined);
    setJobId(
      (
        await call('POST /v2/admin/publishing/jobs', {
          body: { ...wanted },
        })
      ).job,
    );
    onDone();
  };
  const send = async () => {
    const wanted = parseTarget(what);
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
        <Button onClick={() => setConfirming(true)}>{t('admin.publishing.everything')}</Button>
        <Button onClick={() => void start({ what: 'check', all: false }).catch(showErrorToast)}>
          {t('admin.publishing.check')}
        </Button>
      </form>
      {jobId !== undefined && (
        <JobProgress key={jobId} id={jobId}>
          <a className="link" href={adminPath('jobs', String(jobId))}>
            {t('admin.publishing.result')}
          </a>
        </JobProgress>
      )}
      {isConfirming && (
        <AdminFormDialog
          title={t('admin.publishing.everythingTitle')}
          text={t('admin.publishing.everythingText')}
          action={t('admin.publishing.everything')}
          onClose={() => setConfirming(false)}
          onSubmit={() => start({ what: 'everything' })}
        />
      )}
    </section>
  );
}
