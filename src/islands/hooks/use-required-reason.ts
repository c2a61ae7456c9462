import { useState } from 'react';
import { useForm } from './use-form.ts';
import { useTexts } from './use-texts.ts';

/** A reason that its addressee receives in any case: a form that needs one (R29). */
export function useRequiredReason() {
  const { t } = useTexts();
  const [note, setNote] = useState('');
  const { problems, submit } = useForm(
    { note },
    { note: ({ note }) => (note.trim() === '' ? t('moderation.reason.missing') : undefined) },
  );
  return {
    reason: note.trim(),
    /** Shows the problem, and returns whether the form may be sent. */
    validate: submit,
    /** Props of the ReasonField. */
    field: {
      value: { note, notify: true },
      onChange: (changed: { note: string }) => setNote(changed.note),
      isAlwaysTold: true,
      problem: problems.note,
    },
  };
}
