import { type ReactNode, useState } from 'react';
import type { Failure } from '#stores/failure.ts';
import { Refusal } from '../composer/Status.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useTexts } from '../ui/text.ts';
import { stopAsking } from './asking.ts';

interface Props {
  title: string;
  text?: string;
  /** What the button does. */
  action: string;
  danger?: boolean;
  wide?: boolean;
  /** Says whether the form may be sent. */
  check?(): boolean;
  /** Does it; a Failure is shown here. */
  work(): Promise<void>;
  children: ReactNode;
}

/** A dialog with a form that a moderator fills in before an act. */
export function Sheet({ title, text, action, danger = false, wide = false, check = () => true, work, children }: Props) {
  const { t } = useTexts();
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<Failure>();
  async function go(): Promise<void> {
    if (pending || !check()) return;
    setPending(true);
    setRefused(undefined);
    try {
      await work();
      stopAsking();
    } catch (error) {
      setRefused(error as Failure);
      setPending(false);
    }
  }
  return (
    <Dialog title={title} {...(text ? { text } : {})} wide={wide} onClose={stopAsking}>
      <form
        className="sheet-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void go();
        }}
      >
        {children}
        {refused && <Refusal failure={refused} />}
        <footer>
          <Button onClick={stopAsking}>{t('common.cancel')}</Button>
          <Button type="submit" main={!danger} className={danger ? 'danger' : ''} idle={pending}>
            {pending ? t('moderation.working') : action}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
