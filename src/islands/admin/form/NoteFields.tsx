import { NOTE_MAX } from '#contracts/limits.ts';
import { useTexts } from '../../ui/text.ts';
import { SwitchField, TextField } from './fields.tsx';

export interface Note {
  note: string;
  notify: boolean;
}

interface Props {
  value: Note;
  onChange(value: Note): void;
  /** What the author is told otherwise, or that they are not. */
  hint?: string;
}

/** Why something is done, for the log, and whether the author is told of it. */
export function NoteFields({ value, onChange, hint }: Props) {
  const { t } = useTexts();
  return (
    <>
      <TextField
        label={t('admin.note.label')}
        hint={hint ?? t('admin.note.hint')}
        rows={2}
        max={NOTE_MAX}
        value={value.note}
        onChange={(note) => onChange({ ...value, note })}
      />
      <SwitchField
        label={t('admin.note.notify')}
        value={value.notify}
        onChange={(notify) => onChange({ ...value, notify })}
      />
    </>
  );
}
