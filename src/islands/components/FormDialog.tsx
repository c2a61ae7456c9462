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
  /** Whether the form may be sent; shows its problems. */
  validate?(): boolean;
  /** Performs the action. A Failure is shown in the dialog, which stays open. */
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
  return fields.find((field) =>
    field.matches('select') ? !field.disabled : field.value === '' && pageArea() !== 'phone',
  );
}

/** A dialog with a form for the input of an action. */
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
    <form className="sheet-form" noValidate onSubmit={onFormSubmit(submit)}>
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
