import { useState } from 'react';
import { NOTE_MAX } from '#contracts/limits.ts';
import { useTexts } from '../../ui/text.ts';
import { AskDialog } from '../form/AskDialog.tsx';
import { TextField } from '../form/fields.tsx';

interface Props {
  count: number;
  onClose(): void;
  act(note: string): Promise<undefined>;
}

/** Removing for good can't be undone: how many it is has to be typed. */
export function Purge({ count, onClose, act }: Props) {
  const { t } = useTexts();
  const [typed, setTyped] = useState('');
  const [note, setNote] = useState('');
  const word = t('admin.threads.purge.word', { count });
  const sure = typed.trim().toLowerCase() === word.toLowerCase();
  return (
    <AskDialog
      title={t('admin.threads.purge.title', { count })}
      text={t('admin.threads.purge.text')}
      action={t('admin.threads.act.purge')}
      danger
      guarded
      idle={!sure}
      onClose={onClose}
      act={() => act(note.trim())}
    >
      <TextField
        label={t('admin.note.label')}
        hint={t('admin.threads.purge.noteHint')}
        rows={2}
        max={NOTE_MAX}
        value={note}
        onChange={setNote}
      />
      <TextField
        label={t('admin.threads.purge.type', { word })}
        value={typed}
        max={40}
        onChange={setTyped}
      />
    </AskDialog>
  );
}
