import type { ComponentProps, ReactNode } from 'react';
import type { Failure } from '#client/core/failure.ts';
import { pageArea } from '#client/core/page-info.ts';
import { onFormSubmit, useSubmit } from '../hooks/use-submit.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { FieldProblem, FormError } from './FormError.tsx';

export interface FormDialogProps
  extends Pick<ComponentProps<typeof Dialog>, 'title' | 'text' | 'wide' | 'onClose'> {
  action: string;
  /** The action removes something: the button is red. */
  isDangerous?: boolean;
  /** The form can't be submitted yet. */
  isInactive?: boolean;
  /** Wraps the form, for example in a check for a fresh login. */
  wrapForm?(form: ReactNode): ReactNode;
  /** A text for failures whose own text doesn't fit. */
  explainFailure?(failure: Failure): string | undefined;
  /** Whether the form may be sent; also shows its problems. */
  validate?(): boolean;
  /** Performs the action. The dialog shows a Failure and stays open. */
  onSubmit(): Promise<unknown>;
  children?: ReactNode;
}

/** The first choice or empty text. Phones skip texts: the keyboard would hide the rest. */
function findFirstField(dialog: HTMLElement): HTMLElement | undefined {
  const fields = [
    ...dialog.querySelectorAll<HTMLInputElement>(
      'form :is(input:not([type="checkbox"], [type="radio"]), select, textarea)',
    ),
  ];
  return fields.find((field) =>
    field.matches('select') ? !field.disabled : field.value === '' && pageArea() !== 'phone',
  );
}

export function FormDialog({
  action,
  isDangerous = false,
  isInactive = false,
  wrapForm = (form) => form,
  explainFailure = () => undefined,
  validate = () => true,
  onSubmit,
  children,
  ...dialog
}: FormDialogProps) {
  const { t } = useTexts();
  const { step, failure: refused, waitSeconds, run } = useSubmit();
  const isPending = step === 'pending';
  const isBlocked = isInactive || isPending || waitSeconds > 0;
  async function submit(): Promise<void> {
    if (!isBlocked && (await run(async () => validate() && onSubmit()))) dialog.onClose();
  }
  const explanation = refused && explainFailure(refused);
  const form = (
    <form className="dialog-form" noValidate onSubmit={onFormSubmit(submit)}>
      {children}
      {explanation ? (
        <FieldProblem>{explanation}</FieldProblem>
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
