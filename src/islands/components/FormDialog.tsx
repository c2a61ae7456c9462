import { type ComponentProps, type ReactNode, useState } from 'react';
import { Failure } from '#stores/client/failure.ts';
import { useCountdown } from '../hooks/use-countdown.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { FormError } from './FormError.tsx';

export interface FormDialogProps
  extends Pick<ComponentProps<typeof Dialog>, 'title' | 'text' | 'wide' | 'onClose'> {
  /** What the button does, in its own words. */
  action: string;
  /** It takes something away. */
  isDangerous?: boolean;
  /** What is asked isn't answered yet. */
  isInactive?: boolean;
  /** What has to be there before the form can be filled in. */
  wrapForm?(form: ReactNode): ReactNode;
  /** Says of a failure what its own text doesn't. */
  explainFailure?(failure: Failure): string | undefined;
  /**
   * Does it; false when something in the form has to be mended first. A Failure is shown in the
   * dialog, which stays.
   */
  onSubmit(): Promise<unknown>;
  /** The fields. */
  children?: ReactNode;
}

/** Asks for what an act needs, once before it is done. */
export function FormDialog({
  action,
  isDangerous = false,
  isInactive = false,
  wrapForm = (form) => form,
  explainFailure = () => undefined,
  onSubmit,
  children,
  ...dialog
}: FormDialogProps) {
  const { t } = useTexts();
  const [isPending, setPending] = useState(false);
  const [refused, setRefused] = useState<Failure>();
  const seconds = useCountdown(refused?.retryAt);
  const isBlocked = isInactive || isPending || seconds > 0;
  async function submit(): Promise<void> {
    if (isBlocked) return;
    setPending(true);
    setRefused(undefined);
    try {
      if ((await onSubmit()) !== false) return dialog.onClose();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      setRefused(error);
    }
    setPending(false);
  }
  const explanation = refused && explainFailure(refused);
  const form = (
    <form
      className="sheet-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {children}
      {explanation ? (
        <p className="wrong" role="alert">
          {explanation}
        </p>
      ) : (
        refused && <FormError failure={refused} />
      )}
      <footer>
        <Button onClick={dialog.onClose}>{t('common.cancel')}</Button>
        <Button
          type="submit"
          isPrimary={!isDangerous}
          className={isDangerous ? 'danger' : ''}
          isInactive={isBlocked}
        >
          {isPending ? t('common.working') : action}
        </Button>
      </footer>
    </form>
  );
  return <Dialog {...dialog}>{wrapForm(form)}</Dialog>;
}
