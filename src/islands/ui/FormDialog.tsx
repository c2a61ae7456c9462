import { type ComponentProps, type ReactNode, useState } from 'react';
import { Failure } from '#stores/failure.ts';
import { Button } from './Button.tsx';
import { useSecondsTo } from './countdown.ts';
import { Dialog } from './Dialog.tsx';
import { Refusal } from './Refusal.tsx';
import { useTexts } from './text.ts';

export interface FormDialogProps
  extends Pick<ComponentProps<typeof Dialog>, 'title' | 'text' | 'wide' | 'onClose'> {
  /** What the button does, in its own words. */
  action: string;
  /** It takes something away. */
  danger?: boolean;
  /** What is asked isn't answered yet. */
  idle?: boolean;
  /** What has to be there before the form can be filled in. */
  around?(form: ReactNode): ReactNode;
  /** Says of a failure what its own text doesn't. */
  explain?(failure: Failure): string | undefined;
  /**
   * Does it; false when something in the form has to be mended first. A Failure is shown in the
   * dialog, which stays.
   */
  work(): Promise<unknown>;
  /** The fields. */
  children?: ReactNode;
}

/** Asks for what an act needs, once before it is done. */
export function FormDialog({
  action,
  danger = false,
  idle = false,
  around = (form) => form,
  explain = () => undefined,
  work,
  children,
  ...dialog
}: FormDialogProps) {
  const { t } = useTexts();
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<Failure>();
  const seconds = useSecondsTo(refused?.retryAt);
  const resting = idle || pending || seconds > 0;
  async function go(): Promise<void> {
    if (resting) return;
    setPending(true);
    setRefused(undefined);
    try {
      if ((await work()) !== false) return dialog.onClose();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      setRefused(error);
    }
    setPending(false);
  }
  const because = refused && explain(refused);
  const form = (
    <form
      className="sheet-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void go();
      }}
    >
      {children}
      {because ? (
        <p className="wrong" role="alert">
          {because}
        </p>
      ) : (
        refused && <Refusal failure={refused} />
      )}
      <footer>
        <Button onClick={dialog.onClose}>{t('common.cancel')}</Button>
        <Button type="submit" main={!danger} className={danger ? 'danger' : ''} idle={resting}>
          {pending ? t('common.working') : action}
        </Button>
      </footer>
    </form>
  );
  return <Dialog {...dialog}>{around(form)}</Dialog>;
}
