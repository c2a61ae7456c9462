import { useState } from 'react';
import { NOTE_MAX } from '#contracts/wire/moderation.ts';
import { Failure } from '#stores/failure.ts';
import { valuesOf } from '#stores/tips.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useTexts } from '../../ui/text.ts';
import { TextField } from '../form/fields.tsx';

interface Props {
  count: number;
  onClose(): void;
  act(note: string): Promise<void>;
}

/** Removing for good can't be undone: how many it is has to be typed. */
export function Purge({ count, onClose, act }: Props) {
  const { t } = useTexts();
  const [typed, setTyped] = useState('');
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const word = t('admin.threads.purge.word', { count });
  const sure = typed.trim().toLowerCase() === word.toLowerCase();
  const run = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await act(note.trim());
      onClose();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <Dialog title={t('admin.threads.purge.title', { count })} text={t('admin.threads.purge.text')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (sure && !busy) void run();
        }}
      >
        <TextField label={t('admin.note.label')} hint={t('admin.threads.purge.noteHint')} rows={2} max={NOTE_MAX} value={note} onChange={setNote} />
        <TextField label={t('admin.threads.purge.type', { word })} value={typed} max={40} onChange={setTyped} />
        {failure && (
          <p className="wrong" role="alert">
            {t(failure.away ? 'tip.unavailable' : `error.${failure.code}`, valuesOf(failure))}
          </p>
        )}
        <footer>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <button type="submit" className="btn danger" aria-disabled={!sure || busy || undefined}>
            {t('admin.threads.act.purge')}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
