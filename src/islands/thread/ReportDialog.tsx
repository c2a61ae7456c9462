import { useEffect, useRef, useState } from 'react';
import type { ReportKindWire } from '#contracts/wire/site.ts';
import type { Failure } from '#stores/failure.ts';
import { $reporting, reportKinds, sendReport } from '#stores/reporting.ts';
import { report, tell } from '#stores/tips.ts';
import { Refusal } from '../composer/Status.tsx';
import { Button } from '../ui/Button.tsx';
import { useSecondsTo } from '../ui/countdown.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { useForm } from '../ui/form.ts';
import { useTexts } from '../ui/text.ts';

/** Characters; the server counts them as people do, which is never more. */
const MESSAGE_MAX = 500;

const close = (): void => $reporting.set(undefined);

/** Asks what is wrong with a post, for the moderators (R28). */
export default function ReportDialog({ postId, first }: { postId: number; first: boolean }) {
  const { t, lang } = useTexts();
  const [kinds, setKinds] = useState<readonly ReportKindWire[]>();
  const [kind, setKind] = useState('');
  const [message, setMessage] = useState('');
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<Failure>();
  const wait = useSecondsTo(refused?.retryAt);
  const choices = useRef<HTMLFieldSetElement>(null);
  const form = useForm({ kind }, { kind: ({ kind }) => (kind === '' ? t('report.choose') : undefined) });

  useEffect(() => {
    reportKinds().then(setKinds, (error: unknown) => {
      close();
      report(error);
    });
  }, []);
  // The dialog opened before there was anything to choose from.
  useEffect(() => {
    if (kinds) choices.current?.querySelector('input')?.focus();
  }, [kinds]);

  async function submit(): Promise<void> {
    if (pending || wait > 0 || !form.submit()) return;
    setPending(true);
    setRefused(undefined);
    try {
      await sendReport(postId, kind, message);
      close();
      tell({ key: 'report.sent' });
    } catch (error) {
      setRefused(error as Failure);
      setPending(false);
    }
  }

  return (
    <Dialog title={t(first ? 'report.titleThread' : 'report.title')} text={t('report.text')} onClose={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <fieldset ref={choices} className="field choices" aria-busy={kinds === undefined} aria-describedby={form.problems.kind ? 'report-problem' : undefined}>
          <legend className="vh">{t('report.kind')}</legend>
          {kinds?.map((one) => (
            <label key={one.type}>
              <input type="radio" name="kind" value={one.type} checked={kind === one.type} onChange={() => setKind(one.type)} />
              {lang === 'zh' ? one.name : one.name_en}
            </label>
          ))}
          {form.problems.kind && (
            <p className="wrong" id="report-problem" role="alert">
              {form.problems.kind}
            </p>
          )}
        </fieldset>
        <div className="field">
          <label htmlFor="report-message">{t('report.message')}</label>
          <textarea id="report-message" rows={3} maxLength={MESSAGE_MAX} value={message} onChange={(event) => setMessage(event.currentTarget.value)} />
        </div>
        {refused && <Refusal failure={refused} />}
        <footer>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button main type="submit" idle={pending || wait > 0}>
            {t('report.send')}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
