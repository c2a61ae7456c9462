import { useState } from 'react';
import { MAX_REASON_CHARACTERS } from '#contracts/limits.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { AdminFormDialog } from '../form/AdminFormDialog.tsx';
import { TextField } from '../form/form-fields.tsx';

interface Props {
  count: number;
  onClose(): void;
  onSubmit(note: string): Promise<undefined>;
}

/** Confirms a purge, which can't be undone: the number of posts must be typed. */
export function PurgeDialog({ count, onClose, onSubmit }: Props) {
  const { t } = useTexts();
  const [typed, setTyped] = useState('');
  const [note, setNote] = useState('');
  const word = t('admin.threads.purge.word', { count });
  const isConfirmed = typed.trim().toLowerCase() === word.toLowerCase();
  return (
    <AdminFormDialog
      title={t('admin.threads.purge.title', { count })}
      text={t('admin.threads.purge.text')}
      action={t('admin.threads.act.purge')}
      isDangerous
      requiresFreshLogin
      isInactive={!isConfirmed}
      onClose={onClose}
      onSubmit={() => onSubmit(note.trim())}
    >
      <TextField
        label={t('admin.note.label')}
        hint={t('admin.threads.purge.noteHint')}
        rows={2}
        max={MAX_REASON_CHARACTERS}
        value={note}
        onChange={setNote}
      />
      <TextField
        label={t('admin.threads.purge.type', { word })}
        value={typed}
        max={40}
        onChange={setTyped}
      />
    </AdminFormDialog>
  );
}
