import { type ReactNode, useState } from 'react';
import { Failure } from '#stores/failure.ts';
import { valuesOf } from '#stores/tips.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useTexts } from '../../ui/text.ts';
import { Fresh } from '../ui/Fresh.tsx';

interface Props {
  title: string;
  text?: string | undefined;
  /** The verb on the button. */
  action: string;
  /** It takes something away. */
  danger?: boolean;
  /** What is asked isn't answered yet. */
  idle?: boolean;
  /** It needs a login of the last ten minutes (R19). */
  guarded?: boolean;
  /** Somebody else was there before: what the dialog is about is to be looked at again. */
  onStale?(): void;
  onClose(): void;
  /** Sends it; false when something in the form has to be mended first. */
  act(): Promise<false | undefined>;
  /** The fields. */
  children: ReactNode;
}

/** A dialog that asks for what an act needs, once before it is done; stays and says why when it doesn't work. */
export function AskDialog({ title, text, action, danger = false, idle = false, guarded = false, onStale, onClose, act, children }: Props) {
  const { t } = useTexts();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const run = async () => {
    if (idle || busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      if ((await act()) !== false) return onClose();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      setFailure(error);
      if (error.code === 'conflict') onStale?.();
    }
    setBusy(false);
  };
  const form = (
    <form
      className="sheet-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      {children}
      {failure && (
        <p className="wrong" role="alert">
          {failure.code === 'conflict' ? t('admin.stale') : t(failure.away ? 'tip.unavailable' : `error.${failure.code}`, valuesOf(failure))}
        </p>
      )}
      <footer>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <button type="submit" className={danger ? 'btn danger' : 'btn fill'} aria-disabled={idle || busy || undefined}>
          {action}
        </button>
      </footer>
    </form>
  );
  return (
    <Dialog title={title} {...(text ? { text } : {})} onClose={onClose}>
      {guarded ? <Fresh>{form}</Fresh> : form}
    </Dialog>
  );
}
