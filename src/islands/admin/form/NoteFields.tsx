import type { ActionReason } from '#client/moderation/action-reason.ts';
import { MAX_REASON_CHARACTERS } from '#contracts/limits.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { CheckboxField, TextField } from './form-fields.tsx';

interface Props {
  value: ActionReason;
  onChange(value: ActionReason): void;
  /** What the author is told if the checkbox doesn't apply. */
  hint?: string;
}

/** The reason of an action for the log, and whether the author is notified. */
export function NoteFields({ value, onChange, hint }: Props) {
  const { t } = useTexts();
  return (
    <>
      <TextField
        label={t('admin.note.label')}
        hint={hint ?? t('admin.note.hint')}
        rows={2}
        max={MAX_REASON_CHARACTERS}
        value={value.note}
        onChange={(note) => onChange({ ...value, note })}
      />
      <CheckboxField
        label={t('admin.note.notify')}
        value={value.notify}
        onChange={(notify) => onChange({ ...value, notify })}
      />
    </>
  );
}
