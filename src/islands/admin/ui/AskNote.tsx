import { useState } from 'react';
import { Failure } from '#stores/failure.ts';
import { valuesOf } from '#stores/tips.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useTexts } from '../../ui/text.ts';
import { type Note, NoteFields } from './NoteFields.tsx';

interface Props {
  title: string;
  text: string;
  /** The verb on the button. */
  action: string;
  /** What stands in the fields at first. */
  initial?: Note;
  onClose(): void;
  act(note: Note): Promise<void>;
}

/** Asks once before something is done to what others wrote, and why; stays and says why when it doesn't work. */
export function AskNote({ title, text, action, initial = { note: '', notify: true }, onClose, act }: Props) {
  const { t } = useTexts();
  const [note, setNote] = useState(initial);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const run = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await act(note);
      onClose();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} text={text} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void run();
        }}
      >
        <NoteFields value={note} onChange={setNote} />
        {failure && (
          <p className="wrong" role="alert">
            {failure.code === 'conflict' ? t('admin.stale') : t(failure.away ? 'tip.unavailable' : `error.${failure.code}`, valuesOf(failure))}
          </p>
        )}
        <footer>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <button type="submit" className="btn danger" aria-disabled={busy || undefined}>
            {action}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
