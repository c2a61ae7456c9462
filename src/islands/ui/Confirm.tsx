import { useState } from 'react';
import type { Failure } from '#stores/failure.ts';
import { Refusal } from '../composer/Status.tsx';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { useTexts } from './text.ts';

export interface ConfirmProps {
  title: string;
  text: string;
  /** What the button does, in its own words. */
  action: string;
  /** Does it; a Failure is shown in the dialog. */
  work(): Promise<void>;
  onClose(): void;
}

/** Asks once before something is done that can't be taken back. */
export function Confirm({ title, text, action, work, onClose }: ConfirmProps) {
  const { t } = useTexts();
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<Failure>();
  async function go(): Promise<void> {
    setPending(true);
    try {
      await work();
      onClose();
    } catch (error) {
      setRefused(error as Failure);
      setPending(false);
    }
  }
  return (
    <Dialog title={title} text={text} onClose={onClose}>
      {refused && <Refusal failure={refused} />}
      <footer>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button className="danger" idle={pending} onClick={() => void go()}>
          {action}
        </Button>
      </footer>
    </Dialog>
  );
}
