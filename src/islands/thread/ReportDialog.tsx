import { useEffect, useRef, useState } from 'react';
import { showErrorToast, showToast } from '#client/core/toasts.ts';
import {
  $reported,
  loadReportKinds,
  type ReportTarget,
  sendReport,
} from '#client/thread/report.ts';
import { Radio } from '../components/Choices.tsx';
import { FormDialog } from '../components/FormDialog.tsx';
import { FieldProblem } from '../components/FormError.tsx';
import { TextField } from '../components/form-fields.tsx';
import { useForm } from '../hooks/use-form.ts';
import { useQuery } from '../hooks/use-query.ts';
import { useTexts } from '../hooks/use-texts.ts';

/** UTF-16 units; the server counts graphemes, which are never more. */
const MAX_REPORT_LENGTH = 500;

const closeReport = (): void => $reported.set(undefined);

/** Reports a post or comment to moderators, or a private message to administrators (R28). */
export default function ReportDialog({ target }: { target: ReportTarget }) {
  const { t, lang } = useTexts();
  const isLetter = target.kind === 'letter';
  const { value: kinds, failure } = useQuery('report kinds', loadReportKinds, { recovers: false });
  const [kind, setKind] = useState('');
  const [message, setMessage] = useState('');
  const choices = useRef<HTMLFieldSetElement>(null);
  const form = useForm(
    { kind },
    { kind: ({ kind }) => (kind === '' ? t('report.choose') : undefined) },
  );

  useEffect(() => {
    if (!failure) return;
    closeReport();
    showErrorToast(failure);
  }, [failure]);
  // the dialog opened before the kinds were loaded
  useEffect(() => {
    if (kinds) choices.current?.querySelector('input')?.focus();
  }, [kinds]);

  async function work(): Promise<void> {
    await sendReport(target, kind, message);
    showToast({ key: isLetter ? 'report.sentLetter' : 'report.sent' });
  }

  return (
    <FormDialog
      title={t(`report.title.${target.kind}`)}
      text={t(isLetter ? 'report.textLetter' : 'report.text')}
      action={t('report.send')}
      validate={form.submit}
      onClose={closeReport}
      onSubmit={work}
    >
      <fieldset
        ref={choices}
        className="field choices"
        aria-busy={kinds === undefined}
        aria-describedby={form.problems.kind ? 'report-problem' : undefined}
      >
        <legend className="vh">{t('report.kind')}</legend>
        {kinds?.map((one) => (
          <Radio
            key={one.type}
            name="kind"
            checked={kind === one.type}
            onChoose={() => setKind(one.type)}
          >
            {lang === 'zh' ? one.name : one.name_en}
          </Radio>
        ))}
        <FieldProblem id="report-problem">{form.problems.kind}</FieldProblem>
      </fieldset>
      <TextField
        label={t('report.message')}
        rows={3}
        max={MAX_REPORT_LENGTH}
        value={message}
        onChange={setMessage}
      />
    </FormDialog>
  );
}
