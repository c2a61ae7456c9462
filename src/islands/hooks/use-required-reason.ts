import { useState } from 'react';
import { useForm } from './use-form.ts';
import { useTexts } from './use-texts.ts';

/** A required reason, which the user always receives (R29). */
export function useRequiredReason() {
  const { t } = useTexts();
  const [note, setNote] = useState('');
  const { problems, submit } = useForm(
    { note },
    { note: ({ note }) => (note.trim() === '' ? t('moderation.reason.missing') : undefined) },
  );
  return {
    reason: note.trim(),
    /** Shows the problem; returns whether there is none. */
    validate: submit,
    field: {
      value: { note, notify: true },
      onChange: (changed: { note: string }) => setNote(changed.note),
      isAlwaysNotified: true,
      problem: problems.note,
    },
  };
}
