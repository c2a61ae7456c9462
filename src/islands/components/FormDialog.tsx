import { type ComponentProps, type ReactNode, useState } from 'react';
import { Failure } from '#client/core/failure.ts';
import { pageArea } from '#client/core/page-info.ts';
import { useCountdown } from '../hooks/use-countdown.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { FormError } from './FormError.tsx';

export interface FormDialogProps
  extends Pick<ComponentProps<typeof Dialog>, 'title' | 'text' | 'wide' | 'onClose'> {
  /** The label of the button. */
  action: string;
  /** The action removes something: the button is red. */
  isDangerous?: boolean;
  /** The form can't be submitted yet. */
  isInactive?: boolean;
  /** Resolves when the data of the form has loaded. */
  wrapForm?(form: ReactNode): ReactNode;
  /** The text of a failure where its own text doesn't fit. */
  explainFailure?(failure: Failure): string | undefined;
  /**
   * Performs the action; false when the form has problems. A Failure is shown in the dialog, which
   * stays open.
   */
  onSubmit(): Promise<unknown>;
  /** The form's fields. */
  children?: ReactNode;
}

/**
 * The first field to be filled in: a choice, or a text that is empty still. On phones choices
 * alone, as the keyboard would hide the rest.
 */
function findFirstField(dialog: HTMLElement): HTMLElement | undefined {
  const fields = [
    ...dialog.querySelectorAll<HTMLInputElement>(
      'form :is(input:not([type="checkbox"], [type="radio"]), select, textarea)',
    ),
  ];
  return fields.find((one) =>
    one.matches('select') ? !one.disabled : one.value === '' && pageArea() !== 'phone',
  );
}

/** A dialog with a form for the input of an action. */
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
  return (
    <Dialog {...dialog} findFirstFocus={findFirstField}>
      {wrapForm(form)}
    </Dialog>
  );
}
