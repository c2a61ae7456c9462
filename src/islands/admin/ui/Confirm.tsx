import { useState } from 'react';
import { Failure } from '#stores/failure.ts';
import { valuesOf } from '#stores/tips.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useTexts } from '../../ui/text.ts';

interface Props {
  title: string;
  /** What will be gone, or happen. */
  text: string;
  /** The verb on the button. */
  action: string;
  onClose(): void;
  act(): Promise<void>;
}

/** Asks once before something that destroys; stays and says why when it doesn't work. */
export function Confirm({ title, text, action, onClose, act }: Props) {
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
  return (
    <Dialog title={title} text={text} onClose={onClose}>
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
    </Dialog>
  );
}
