import { useState } from 'react';
import { Failure } from '#stores/failure.ts';
import { valuesOf } from '#stores/tips.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useTexts } from '../../ui/text.ts';
import { Fresh } from './Fresh.tsx';

interface Props {
  title: string;
  /** What will be gone, or happen. */
  text: string;
  /** The verb on the button. */
  action: string;
  /** It needs a login of the last ten minutes (R19). */
  guarded?: boolean;
  onClose(): void;
  act(): Promise<void>;
}

/** Asks once before something that destroys; stays and says why when it doesn't work. */
export function Confirm({ title, text, action, guarded = false, onClose, act }: Props) {
  const { t } = useTexts();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const run = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await act();
      onClose();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      setFailure(error);
      setBusy(false);
    }
  };
  const body = (
    <>
      {failure && (
        <p className="wrong" role="alert">
          {t(`error.${failure.code}`, valuesOf(failure))}
        </p>
      )}
      <footer>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button className="danger" idle={busy} onClick={() => void run()}>
          {action}
        </Button>
      </footer>
    </>
  );
  return (
    <Dialog title={title} text={text} onClose={onClose}>
      {guarded ? <Fresh>{body}</Fresh> : body}
    </Dialog>
  );
}
