import { useState } from 'react';
import { Failure } from '#client/core/failure.ts';
import { FormDialog, type FormDialogProps } from '../../components/FormDialog.tsx';
import { useForm } from '../../hooks/use-form.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { RequireFreshLogin } from '../components/RequireFreshLogin.tsx';
import { FieldList, type FormFieldList, listFields, rulesOf } from './FieldList.tsx';

interface Props<Values>
  extends Omit<
    FormDialogProps,
    'wrapForm' | 'explainFailure' | 'onSubmit' | 'wide' | 'isInactive'
  > {
  fields?: FormFieldList<Values>;
  /** The initial values of the fields. */
  initial?: Values;
  isInactive?(values: Values): boolean;
  /** The action needs a login of the last ten minutes (R19). */
  requiresFreshLogin?: boolean;
  /** Called when somebody else changed the object meanwhile, so that it can be loaded again. */
  onStale?(): void;
  /** Performs the action. */
  onSubmit(values: Values): Promise<unknown>;
}

/**
 * A dialog of the admin area that collects what an action needs, or asks before it. It stays open
 * with the message when the action fails.
 */
export function AdminFormDialog<Values extends object>({
  fields: fieldList = [],
  initial = {} as Values,
  isInactive = () => false,
  requiresFreshLogin = false,
  validate = () => true,
  onStale,
  onSubmit,
  children,
  ...dialog
}: Props<Values>) {
  const { t } = useTexts();
  const [values, setValues] = useState(initial);
  const set = (changes: Partial<Values>) => setValues((before) => ({ ...before, ...changes }));
  const fields = listFields(fieldList, values, set);
  const form = useForm(values, rulesOf(fields));
  const explainConflict = ({ code }: Failure) =>
    code === 'conflict' ? t('moderation.stale') : undefined;
  const submit = () =>
    onSubmit(values).catch((error: unknown) => {
      if (error instanceof Failure && error.code === 'conflict') onStale?.();
      throw error;
    });
  return (
    <FormDialog
      {...dialog}
      {...(requiresFreshLogin
        ? { wrapForm: (form) => <RequireFreshLogin>{form}</RequireFreshLogin> }
        : {})}
      isInactive={isInactive(values)}
      explainFailure={explainConflict}
      validate={() => form.submit() && validate()}
      onSubmit={submit}
    >
      <FieldList form={{ ...form, fields, values, set }} />
      {children}
    </FormDialog>
  );
}
